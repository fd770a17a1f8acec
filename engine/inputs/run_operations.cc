#include "engine/inputs/run_operations.h"

#include <algorithm>

#include "abi/layout.h"
#include "abi/words.h"
#include "engine/trace/event_kinds.h"
#include "engine/trace/words.h"

namespace sleave {
namespace {

constexpr std::size_t kMostEvents = 100'000;
constexpr std::size_t kMostOperations = 1'000;  // of each list
constexpr std::uint32_t kMostOfSite = 4;        // on different addresses, of each thread
constexpr std::size_t kMostWords = 3;           // of one address
constexpr unsigned kAddressBits = 64;

bool is_shared(const sleave_event& event) {
  return event.kind == SLEAVE_EV_rwlock_rdlock || event.kind == SLEAVE_EV_rwlock_tryrdlock ||
         event.kind == SLEAVE_EV_rwlock_timedrdlock;
}

}  // namespace

RunOperations::RunOperations(const Trace& trace, const expr::Path& path, expr::Pool& pool)
    : trace_(trace), threads_(trace.threads.size()) {
  for (Thread& thread : threads_) thread.eras.emplace_back(threads_.size());
  find_words(path, pool);
  for (std::size_t i = 0; i < std::min(trace.events.size(), kMostEvents); ++i) follow(trace.events[i], pool);
}

// Whatever was concretized as a word of 64 bits may be an address.
void RunOperations::find_words(const expr::Path& path, const expr::Pool& pool) {
  for (const expr::UsedWord& used : path.words) {
    if (pool.width(used.word) != kAddressBits) continue;
    std::vector<expr::Expr>& known = words_[{static_cast<std::uint64_t>(used.value), used.thread}];
    if (known.size() < kMostWords && std::find(known.begin(), known.end(), used.word) == known.end())
      known.push_back(used.word);
  }
}

std::optional<std::uint64_t> RunOperations::address_of(sleave_location location) const {
  const std::uint64_t offset = SLEAVE_LOCATION_OFFSET(location);
  const std::uint32_t owner = SLEAVE_LOCATION_OWNER(location);
  switch (SLEAVE_LOCATION_SPACE(location)) {
    case SLEAVE_SPACE_ABSOLUTE:
      return offset;
    case SLEAVE_SPACE_SLOT:
      return SLEAVE_SLOT_BASE + SLEAVE_SLOT_BYTES * owner + offset;
    case SLEAVE_SPACE_MODULE:
      if (owner < trace_.modules.size()) return trace_.modules[owner].base + offset;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::vector<expr::Expr> RunOperations::words_of(std::uint32_t thread, std::uint64_t address, expr::Pool& pool) const {
  const auto known = words_.find({address, thread});
  if (known != words_.end()) return known->second;
  return {pool.constant(kAddressBits, address)};
}

void RunOperations::add(std::vector<Operation>& list, const sleave_event& event, std::uint64_t bytes,
                        expr::Pool& pool) {
  const std::optional<std::uint64_t> address = address_of(event.location);
  if (!address || list.size() == kMostOperations) return;
  const auto same = [&](const Operation& each) {
    return each.thread == event.thread && each.site == event.site && each.address == *address;
  };
  if (std::any_of(list.begin(), list.end(), same)) return;
  if (seen_[{event.thread, event.site}]++ >= kMostOfSite) return;
  const Thread& thread = threads_[event.thread];
  list.push_back(
      {.thread = event.thread,
       .site = event.site,
       .address = *address,
       .words = words_of(event.thread, *address, pool),
       .bytes = bytes,
       .writes = is_write(event) || event.kind == SLEAVE_EV_heap_free,
       .atomic = is_point(event.kind) && event.kind != SLEAVE_EV_visible_read && event.kind != SLEAVE_EV_visible_write,
       .shared = is_shared(event),
       .points = thread.points,
       .era = thread.eras.size() - 1,
       .held = thread.held});
}

void RunOperations::follow(const sleave_event& event, expr::Pool& pool) {
  if (event.thread >= threads_.size()) return;
  if (is_data_access(event.kind)) {
    add(accesses_, event, access_bytes(event), pool);
  } else if (event.kind == SLEAVE_EV_heap_free) {
    add(accesses_, event, event.value, pool);
  } else {
    use_lock(event, pool);
    order(event);
  }
  if (is_point(event.kind)) ++threads_[event.thread].points;
}

void RunOperations::use_lock(const sleave_event& event, expr::Pool& pool) {
  const auto take = [&](sleave_location lock) {
    const std::optional<std::uint64_t> address = address_of(lock);
    if (!address) return;
    threads_[event.thread].held.push_back({*address, words_of(event.thread, *address, pool).front(), is_shared(event)});
  };
  const auto give = [&](sleave_location lock) {
    if (const std::optional<std::uint64_t> address = address_of(lock)) release(event.thread, *address);
  };
  if (is_lock(category(event.kind)) && is_acquisition(event)) {
    add(acquisitions_, event, 0, pool);
    take(event.location);
  } else if (is_release(event.kind) && (event.flags & SLEAVE_EVENT_FAILED) == 0) {
    give(event.location);
  } else if (event.kind == SLEAVE_EV_cond_wait) {
    give(event.extra);
  } else if (event.kind == SLEAVE_EV_cond_wake && event.extra != 0) {
    take(event.extra);
  }
}

void RunOperations::release(std::uint32_t thread, std::uint64_t address) {
  std::vector<HeldLock>& held = threads_[thread].held;
  const auto last =
      std::find_if(held.rbegin(), held.rend(), [address](const HeldLock& lock) { return lock.address == address; });
  if (last != held.rend()) held.erase(std::next(last).base());
}

void RunOperations::order(const sleave_event& event) {
  const bool creates = event.kind == SLEAVE_EV_thread_create;
  if ((!creates && event.kind != SLEAVE_EV_thread_join) || (event.flags & SLEAVE_EVENT_FAILED) != 0) return;
  const std::uint64_t subject = subject_thread(event);
  if (subject >= threads_.size() || subject == event.thread) return;
  Thread& self = threads_[event.thread];
  Thread& other = threads_[subject];
  Clock next = self.eras.back();
  if (creates) {
    other.eras.back() = next;
    other.eras.back()[event.thread] = self.eras.size();
  } else {
    for (std::size_t i = 0; i < next.size(); ++i) next[i] = std::max(next[i], other.eras.back()[i]);
    next[subject] = other.eras.size();
  }
  self.eras.push_back(std::move(next));
}

bool RunOperations::ordered(const Operation& a, const Operation& b) const {
  if (a.thread == b.thread) return true;
  return threads_[b.thread].eras[b.era][a.thread] > a.era || threads_[a.thread].eras[a.era][b.thread] > b.era;
}

}  // namespace sleave

#include "engine/analyze/links.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "abi/words.h"
#include "engine/analyze/last_writers.h"
#include "engine/trace/event_kinds.h"

namespace sleave {
namespace {

bool went_through(const sleave_event& event) {
  return (event.flags & (SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT)) == 0;
}

bool reads(const sleave_event& event) {
  return event.kind == SLEAVE_EV_atomic_load || event.kind == SLEAVE_EV_atomic_rmw ||
         event.kind == SLEAVE_EV_atomic_cas || event.kind == SLEAVE_EV_plain_read ||
         event.kind == SLEAVE_EV_visible_read;
}

bool begins_to_sleep(const sleave_event& event) {
  return (event.kind == SLEAVE_EV_cond_wait || event.kind == SLEAVE_EV_futex_wait) && went_through(event);
}

bool ends_sleep(std::uint32_t kind) { return kind == SLEAVE_EV_cond_wake || kind == SLEAVE_EV_futex_woken; }

bool takes_from_semaphore(const sleave_event& event) {
  const bool wait = event.kind == SLEAVE_EV_semaphore_wait || event.kind == SLEAVE_EV_semaphore_trywait ||
                    event.kind == SLEAVE_EV_semaphore_timedwait;
  return wait && went_through(event);
}

// Goes once through the events, and keeps of every object who did last what others build on.
class LinkSearch {
 public:
  explicit LinkSearch(const Trace& trace)
      : trace_(trace), asleep_on_(trace.threads.size()), woken_by_(trace.threads.size()), ends_(trace.threads.size()) {}

  std::vector<EventLink> links() {
    for (std::uint64_t i = 0; i < trace_.events.size(); ++i) visit(i, trace_.events[i]);
    return std::move(links_);
  }

 private:
  using Latest = std::unordered_map<sleave_location, std::uint64_t>;

  void link(const char* kind, std::optional<std::uint64_t> from, std::uint64_t to) {
    if (from && trace_.events[*from].thread != trace_.events[to].thread) links_.push_back({kind, *from, to});
  }

  static std::optional<std::uint64_t> latest(const Latest& events, sleave_location location) {
    const auto found = events.find(location);
    return found == events.end() ? std::nullopt : std::optional(found->second);
  }

  void visit(std::uint64_t i, const sleave_event& event) {
    visit_data(i, event);
    visit_lock(i, event);
    visit_sleep(i, event);
    if (event.kind == SLEAVE_EV_semaphore_post || event.kind == SLEAVE_EV_barrier_arrive) posts_[event.location] = i;
    if (takes_from_semaphore(event) || event.kind == SLEAVE_EV_barrier_leave) {
      link("wake", latest(posts_, event.location), i);
    }
    if (event.kind == SLEAVE_EV_thread_exit) ends_[event.thread] = i;
    const std::uint64_t subject = subject_thread(event);
    if (event.kind == SLEAVE_EV_thread_join && went_through(event) && subject < ends_.size()) {
      link("join", ends_[subject], i);
    }
  }

  void visit_data(std::uint64_t i, const sleave_event& event) {
    if (!is_data_access(event.kind) || event.location == 0) return;
    const std::uint64_t bytes = std::max<std::uint64_t>(access_bytes(event), 1);
    if (reads(event)) link("reads", writers_.latest(event.location, bytes), i);
    if (is_write(event)) writers_.write(event.location, bytes, i);
  }

  void visit_lock(std::uint64_t i, const sleave_event& event) {
    if (is_acquisition(event)) link("lock", latest(releases_, event.location), i);
    if (is_release(event.kind) && went_through(event)) releases_[event.location] = i;
    if (event.kind == SLEAVE_EV_cond_wait) releases_[event.extra] = i;
  }

  void visit_sleep(std::uint64_t i, const sleave_event& event) {
    if (begins_to_sleep(event)) {
      asleep_on_[event.thread] = event.location;
      woken_by_[event.thread].reset();
    }
    if (event.kind != SLEAVE_EV_semaphore_post && is_notification(event.kind) && went_through(event)) wake(i, event);
    if (!ends_sleep(event.kind)) return;
    asleep_on_[event.thread] = 0;
    const bool by_itself = (event.flags & (SLEAVE_EVENT_TIMED_OUT | SLEAVE_EVENT_CHOSEN)) != 0;
    if (!by_itself) link("wake", woken_by_[event.thread], i);
  }

  // Value: the first it woke; extra: how many. Which others, is known if it was all of them.
  void wake(std::uint64_t i, const sleave_event& event) {
    const auto sleeps_here = [&](sleave_location location) { return location == event.location; };
    const auto sleepers = std::count_if(asleep_on_.begin(), asleep_on_.end(), sleeps_here);
    const bool all = event.extra >= static_cast<std::uint64_t>(sleepers);
    for (std::uint32_t thread = 0; thread < asleep_on_.size(); ++thread) {
      if (!sleeps_here(asleep_on_[thread]) || (!all && thread != event.value)) continue;
      asleep_on_[thread] = 0;
      woken_by_[thread] = i;
    }
  }

  const Trace& trace_;
  std::vector<EventLink> links_;
  LastWriters writers_;
  Latest releases_;
  Latest posts_;
  std::vector<sleave_location> asleep_on_;  // by thread; 0: not asleep, or woken already
  std::vector<std::optional<std::uint64_t>> woken_by_;
  std::vector<std::optional<std::uint64_t>> ends_;
};

constexpr std::uint32_t kNoStep = ~0u;

// Where events stand in a table.
class StepNumbers {
 public:
  explicit StepNumbers(const std::vector<FindingStep>& steps) : steps_(steps) {
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].unfinished) numbers_[steps[i].index] = i;
    }
  }

  [[nodiscard]] std::uint32_t of_event(std::uint64_t event) const {
    const auto found = numbers_.find(event);
    return found == numbers_.end() ? kNoStep : found->second;
  }

  [[nodiscard]] std::uint32_t first_of_thread(std::uint64_t thread) const {
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].thread == thread) return i;
    }
    return kNoStep;
  }

 private:
  const std::vector<FindingStep>& steps_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

void add(std::vector<FindingLink>& links, const char* kind, std::uint32_t from, std::uint32_t to) {
  if (from != kNoStep && to != kNoStep) links.push_back({kind, from, to});
}

void add_creations(const Trace& trace, const std::vector<FindingStep>& steps, const StepNumbers& numbers,
                   std::vector<FindingLink>& links) {
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    if (steps[i].unfinished || steps[i].index >= trace.events.size()) continue;
    const sleave_event& event = trace.events[steps[i].index];
    if (event.kind != SLEAVE_EV_thread_create || !went_through(event)) continue;
    add(links, "create", i, numbers.first_of_thread(subject_thread(event)));
  }
}

// The event with which `holder` took the lock at `location` last.
std::optional<std::uint64_t> taken_at(const Trace& trace, std::uint32_t holder, sleave_location location) {
  for (std::uint64_t i = trace.events.size(); i-- > 0;) {
    const sleave_event& event = trace.events[i];
    if (event.thread != holder) continue;
    const bool woken = event.kind == SLEAVE_EV_cond_wake && event.extra == location;
    if (woken || (event.location == location && is_acquisition(event))) return i;
  }
  return std::nullopt;
}

void add_blocks(const Trace& trace, const std::vector<FindingStep>& steps, const StepNumbers& numbers,
                std::vector<FindingLink>& links) {
  if (trace.finding() != SLEAVE_FIND_deadlock) return;
  for (std::uint32_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].unfinished) continue;
    const sleave_trace_thread& thread = trace.threads[steps[i].thread];
    if (!is_lock(category(thread.pending_kind)) || thread.pending_owner >= trace.threads.size()) continue;
    const auto taken = taken_at(trace, thread.pending_owner, thread.pending_location);
    if (taken && thread.pending_owner != steps[i].thread) add(links, "blocks", numbers.of_event(*taken), i);
  }
}

}  // namespace

std::vector<EventLink> event_links(const Trace& trace) { return LinkSearch(trace).links(); }

std::vector<FindingLink> step_links(const Trace& trace, const std::vector<FindingStep>& steps) {
  const StepNumbers numbers(steps);
  std::vector<FindingLink> links;
  add_creations(trace, steps, numbers, links);
  for (const EventLink& link : event_links(trace)) {
    add(links, link.kind, numbers.of_event(link.from), numbers.of_event(link.to));
  }
  add_blocks(trace, steps, numbers, links);
  return links;
}

}  // namespace sleave

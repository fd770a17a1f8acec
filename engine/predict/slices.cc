#include "engine/predict/slices.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sleave::predict {

Slices::Slices(const History& history, Dependence dependence)
    : history_(history), dependence_(std::move(dependence)), own_(history.threads()) {
  cut();
  order_threads();
  order_objects();
  order_time();
  find_cells();
  find_musts();
}

void Slices::cut() {
  for (EventId id = 0; id < history_.size(); ++id) {
    const Event& event = history_.event(id);
    std::vector<SliceId>& own = own_[event.thread];
    if (event.point || own.empty()) {
      const auto index = static_cast<std::uint32_t>(own.size());
      own.push_back(static_cast<SliceId>(slices_.size()));
      slices_.push_back({event.thread, index, id, id});
    }
    slices_[own.back()].last = id;
    of_event_.push_back(own.back());
  }
  needs_.resize(slices_.size());
  stays_before_.resize(slices_.size());
}

EventId Slices::point_of(SliceId id) const {
  const EventId first = slices_[id].first;
  return history_.event(first).point ? first : kNoEvent;
}

void Slices::need(EventId by, EventId on, Need::Why why) { needs_[of_event_[by]].push_back({by, of_event_[on], why}); }

void Slices::order_threads() {
  std::vector<EventId> last(history_.threads(), kNoEvent);
  for (EventId id = 0; id < history_.size(); ++id) {
    const Event& event = history_.event(id);
    const EventId creation = history_.creation_of(event.thread);
    if (event.index == 0 && creation != kNoEvent && creation < id) need(id, creation);
    if (event.thread_use == Event::ThreadUse::join && last[event.other] != kNoEvent) {
      need(id, last[event.other], Need::Why::joins);
    }
    last[event.thread] = id;
  }
}

// What is done with an object goes in the order of the history. Of a lock only what neither takes it nor gives it back
// keeps its place among the rest: failed attempts, the making of it, its destruction.
bool Slices::keeps_place(EventId id) const {
  const Event& event = history_.event(id);
  return !history_.locks().contains(event.object) || event.lock == 0 || event.ordered;
}

// Who uses an object keeps its place before the next use of each other thread; later ones follow from that.
void Slices::order_objects() {
  std::map<sleave_location, std::vector<EventId>> objects;
  for (EventId id = 0; id < history_.size(); ++id) {
    if (history_.event(id).object != 0) objects[history_.event(id).object].push_back(id);
  }
  for (const auto& [object, users] : objects) {
    const bool is_lock = history_.locks().contains(object);
    std::vector<EventId> next(history_.threads(), kNoEvent);
    for (auto user = users.rbegin(); user != users.rend(); ++user) {
      const std::uint32_t own = history_.event(*user).thread;
      for (std::uint32_t other = 0; other < next.size(); ++other) {
        if (other == own || next[other] == kNoEvent || !keeps_place(*user)) continue;
        stays_before_[of_event_[*user]].push_back(of_event_[next[other]]);
      }
      next[own] = *user;
    }
    std::vector<EventId> last(history_.threads(), kNoEvent);
    for (const EventId user : users) {
      const std::uint32_t own = history_.event(user).thread;
      for (std::uint32_t other = 0; other < last.size(); ++other) {
        const bool needed = is_lock ? keeps_place(user) : history_.event(user).ordered;
        if (needed && other != own && last[other] != kNoEvent) need(user, last[other]);
      }
      last[own] = user;
    }
  }
}

void Slices::order_time() {
  std::vector<EventId> timed;
  std::vector<EventId> last(history_.threads(), kNoEvent);
  for (EventId id = 0; id < history_.size(); ++id) {
    const Event& event = history_.event(id);
    if (event.after_all) {
      for (std::uint32_t other = 0; other < last.size(); ++other) {
        if (other != event.thread && last[other] != kNoEvent) need(id, last[other]);
      }
      timed.push_back(id);
    }
    last[event.thread] = id;
  }
  std::vector<SliceId> next(history_.threads(), kNoSlice);
  SliceId slice = static_cast<SliceId>(slices_.size());
  for (auto event = timed.rbegin(); event != timed.rend(); ++event) {
    for (; slice > 0 && slices_[slice - 1].first > *event; --slice) next[slices_[slice - 1].thread] = slice - 1;
    for (std::uint32_t other = 0; other < next.size(); ++other) {
      if (other != history_.event(*event).thread && next[other] != kNoSlice) {
        stays_before_[of_event_[*event]].push_back(next[other]);
      }
    }
  }
}

namespace {

constexpr std::size_t kMostPieces = 100'000;  // of all accesses

bool is_access(const Event& event) { return (event.reads || event.writes) && event.bytes != 0; }

// The bytes of `value`, which is that of `event`, from `at` on up to `end`.
std::uint64_t part_of(std::uint64_t value, const Event& event, sleave_location at, sleave_location end) {
  const std::uint64_t bytes = end - at;
  const std::uint64_t shifted = value >> (8 * (at - event.location));
  return bytes >= 8 ? shifted : shifted & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

// What is known of a piece of memory on the way through a history.
struct Piece {
  sleave_location end = 0;
  Cell cell;
  std::set<std::uint32_t> threads;
  bool may_change = false;  // a thread reads it and does not branch on it at once

  [[nodiscard]] bool is_shared() const { return threads.size() > 1 && !cell.stores.empty(); }
};

using Pieces = std::map<sleave_location, Piece>;

Pieces pieces_of(const History& history) {
  std::set<sleave_location> bounds;
  for (const Event& event : history.events()) {
    if (is_access(event)) bounds.insert({event.location, event.location + event.bytes});
  }
  Pieces pieces;
  for (auto bound = bounds.begin(); bound != bounds.end() && std::next(bound) != bounds.end(); ++bound) {
    pieces[*bound].end = *std::next(bound);
  }
  return pieces;
}

// Whoever stored to it in the same slice; kNoEvent: no thread did.
EventId own_store(const Cell& cell, SliceId slice) {
  return cell.stores.empty() || cell.stores.back().slice != slice ? kNoEvent : cell.stores.back().by;
}

void read_piece(Cell& cell, Cell::Read read) {
  const Cell::Store* last = cell.stores.empty() ? nullptr : &cell.stores.back();
  read.source = last == nullptr ? kNoEvent : last->by;
  if (last != nullptr && last->valued && read.valued && last->value != read.value) cell.trusted = false;
  if (last == nullptr && read.valued) {
    if (cell.valued_at_first && cell.at_first != read.value) cell.trusted = false;
    cell.valued_at_first = true;
    cell.at_first = read.value;
  }
  cell.reads.push_back(read);
}

void store_piece(Cell& cell, const Cell::Store& store) {
  if (!cell.stores.empty() && cell.stores.back().slice == store.slice) {
    const bool frees = cell.stores.back().frees || store.frees;
    cell.stores.back() = store;
    cell.stores.back().frees = frees;
  } else {
    cell.stores.push_back(store);
  }
}

}  // namespace

void Slices::find_cells() {
  own_reads_.resize(slices_.size());
  Pieces pieces = pieces_of(history_);
  std::size_t seen = 0;
  for (EventId id = 0; id < history_.size(); ++id) {
    const Event& event = history_.event(id);
    if (!is_access(event)) continue;
    const sleave_location end = event.location + event.bytes;
    for (auto piece = pieces.find(event.location); piece != pieces.end() && piece->first < end; ++piece) {
      if (++seen > kMostPieces) {
        too_much_ = true;
        return;
      }
      const auto part = [&](std::uint64_t value) {
        return event.valued ? part_of(value, event, piece->first, piece->second.end) : 0;
      };
      Cell& cell = piece->second.cell;
      piece->second.threads.insert(event.thread);
      if (event.reads && dependence_.decides[id] != std::vector{id}) piece->second.may_change = true;
      const EventId own = own_store(cell, of_event_[id]);
      if (event.reads && own != kNoEvent) {
        own_reads_[of_event_[id]].push_back({id, own});
      } else if (event.reads) {
        read_piece(cell, {id, of_event_[id], event.valued, part(event.found), kNoEvent});
      }
      if (event.writes) store_piece(cell, {of_event_[id], id, event.valued, event.frees, part(event.stored)});
    }
  }
  for (auto& [at, piece] : pieces) {
    const bool matters = piece.is_shared() || (piece.may_change && !piece.cell.stores.empty());
    if (matters) cells_.push_back(std::move(piece.cell));
  }
}

// Whatever is decided by a read that can have taken only one store needs it.
void Slices::find_musts() {
  reads_.resize(slices_.size());
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    for (std::size_t i = 0; i < cells_[cell].reads.size(); ++i) {
      const Cell::Read& read = cells_[cell].reads[i];
      reads_[read.slice].push_back({cell, i});
      const Sources sources = sources_of(cells_[cell], read);
      if (sources.at_first || sources.stores.size() != 1) continue;
      const SliceId source = cells_[cell].stores[sources.stores.front()].slice;
      for (const EventId decision : dependence_.decides[read.by]) {
        if (slices_[source].thread != history_.event(decision).thread)
          needs_[of_event_[decision]].push_back({decision, source, Need::Why::reads});
      }
    }
  }
  for (SliceId id = 0; id < slices_.size(); ++id) {
    need_releases(id, slices_[id].first);
    need_releases(id, kNoEvent);
    const std::vector<std::uint32_t> clock = must_come_before(id, kNoEvent);
    musts_.insert(musts_.end(), clock.begin(), clock.end());
  }
}

// Who takes a lock after others that excluded it needs their releases; after whom, as far as the slice says up to an
// event.
void Slices::need_releases(SliceId id, EventId until) {
  const std::vector<std::uint32_t> clock = must_come_before(id, until);
  for (EventId event = slices_[id].first; event <= slices_[id].last; ++event) {
    const Event& wanted = history_.event(event);
    if (of_event_[event] != id || wanted.lock_use != Event::LockUse::acquire) continue;
    const auto& users = history_.locks().at(wanted.lock).acquisitions;
    for (std::uint32_t other = 0; other < users.size(); ++other) {
      if (other == wanted.thread) continue;
      const auto beyond = std::partition_point(users[other].begin(), users[other].end(), [&](EventId taken) {
        return slices_[of_event_[taken]].index < clock[other];
      });
      if (beyond == users[other].begin()) continue;
      const EventId taken = *std::prev(beyond);
      const EventId release = history_.release_of(taken);
      if (release == kNoEvent || (!wanted.exclusive && !history_.event(taken).exclusive)) continue;
      if (slices_[of_event_[release]].index < clock[other]) continue;
      if (until == kNoEvent) {
        need(slices_[id].last, release, Need::Why::reads);
      } else {
        need(event, release);
      }
    }
  }
}

std::vector<std::uint32_t> Slices::must_come_before(SliceId id, EventId kept_until) const {
  std::vector<std::uint32_t> clock(own_.size());
  const auto join = [&](SliceId other, bool ends) {
    const std::span<const std::uint32_t> before = must_come_before(other);
    for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], before[i]);
    std::uint32_t& slices = clock[slices_[other].thread];
    slices = std::max(slices, slices_[other].index + (ends ? 2 : 1));
  };
  const Slice& own = slices_[id];
  if (own.index > 0) join(own_[own.thread][own.index - 1], false);
  for (const Need& need : needs_[id]) {
    if (need.counts_until(kept_until)) join(need.on, need.why == Need::Why::joins);
  }
  return clock;
}

Slices::Sources Slices::sources_of(const Cell& cell, const Cell::Read& read) {
  Sources sources;
  const bool by_value = cell.trusted && read.valued;
  for (std::size_t i = 0; i < cell.stores.size(); ++i) {
    const Cell::Store& store = cell.stores[i];
    if (store.slice == read.slice) continue;
    if (store.by == read.source || (by_value && store.valued && store.value == read.value)) sources.stores.push_back(i);
  }
  sources.at_first = read.source == kNoEvent || (by_value && cell.valued_at_first && cell.at_first == read.value);
  return sources;
}

std::vector<sleave_location> shared_locations(const History& history) {
  Pieces pieces = pieces_of(history);
  std::size_t seen = 0;
  const auto each_access = [&](const auto& visit) {
    for (const Event& event : history.events()) {
      if (!is_access(event)) continue;
      const sleave_location end = event.location + event.bytes;
      for (auto at = pieces.find(event.location); at != pieces.end() && at->first < end; ++at) {
        if (++seen <= 2 * kMostPieces) visit(event, at->second);
      }
    }
  };
  each_access([](const Event& event, Piece& piece) {
    piece.threads.insert(event.thread);
    if (event.writes && piece.cell.stores.empty()) piece.cell.stores.emplace_back();
  });
  std::set<sleave_location> begins;
  each_access([&](const Event& event, const Piece& piece) {
    if (piece.is_shared()) begins.insert(event.location);
  });
  return {begins.begin(), begins.end()};
}

}  // namespace sleave::predict

#include "engine/predict/history.h"

#include <algorithm>
#include <iterator>

namespace sleave::predict {

History::History(std::size_t threads)
    : own_(threads), ends_(threads, {kNoEvent}), created_by_(threads, kNoEvent), held_now_(threads) {}

EventId History::release_of(EventId acquisition) const {
  const auto release = releases_.find(acquisition);
  return release == releases_.end() ? kNoEvent : release->second;
}

// The whole slice of `other`, and what that needs.
void History::need(std::vector<std::uint32_t>& clock, EventId other) const {
  const EventId last = end_of_slice(other);
  const std::span<const std::uint32_t> needed = needs(last);
  for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], needed[i]);
  const Event& event = events_[last];
  clock[event.thread] = std::max(clock[event.thread], event.index + 1);
}

void History::need_stores(std::vector<std::uint32_t>& clock, const Event& event) {
  auto piece = stores_.upper_bound(event.location);
  if (piece != stores_.begin() && std::prev(piece)->second.end > event.location) --piece;
  for (; piece != stores_.end() && piece->first < event.location + event.bytes; ++piece) {
    if (events_[piece->second.by].thread != event.thread) need(clock, piece->second.by);
  }
}

// A piece that goes across `at` becomes two.
void History::cut(sleave_location at) {
  const auto after = stores_.upper_bound(at);
  if (after == stores_.begin()) return;
  const auto piece = std::prev(after);
  if (piece->first == at || piece->second.end <= at) return;
  stores_.insert({at, piece->second});
  piece->second.end = at;
}

void History::store(EventId id) {
  const Event& event = events_[id];
  const sleave_location end = event.location + event.bytes;
  if (end <= event.location) return;
  cut(event.location);
  cut(end);
  stores_.erase(stores_.lower_bound(event.location), stores_.lower_bound(end));
  stores_.insert({event.location, {end, id}});
}

// What is done with a lock inside of its outermost acquisition by the same thread is invisible to other threads.
void History::use_lock(EventId id) {
  Event& event = events_[id];
  std::uint32_t& depth = depths_[{event.thread, event.lock}];
  const bool takes = event.lock_use == Event::LockUse::acquire;
  const std::uint32_t depth_before = depth;
  if (takes) ++depth;
  if (!takes && depth != 0) --depth;
  const bool outermost = takes ? depth_before == 0 : depth_before == 1;
  if (!outermost) {
    event.lock_use = Event::LockUse::none;
    return;
  }
  std::vector<EventId> held = held_sets_[held_now_[event.thread]];
  if (takes) {
    Lock& lock = locks_[event.lock];
    lock.acquisitions.resize(threads());
    lock.acquisitions[event.thread].push_back(id);
    held.push_back(id);
  } else {
    const auto its = std::find_if(held.begin(), held.end(),
                                  [&](EventId acquisition) { return events_[acquisition].lock == event.lock; });
    releases_[*its] = id;
    held.erase(its);
  }
  held_now_[event.thread] = static_cast<std::uint32_t>(held_sets_.size());
  held_sets_.push_back(std::move(held));
}

void History::use_object(std::vector<std::uint32_t>& clock, EventId id) {
  const Event& event = events_[id];
  std::vector<EventId>& users = users_[event.object];
  users.resize(threads(), kNoEvent);
  if (event.ordered) {
    for (std::uint32_t i = 0; i < threads(); ++i) {
      if (i != event.thread && users[i] != kNoEvent) need(clock, users[i]);
    }
  }
  users[event.thread] = id;
}

EventId History::add(Event event) {
  const EventId id = static_cast<EventId>(events_.size());
  std::vector<EventId>& own = own_[event.thread];
  std::vector<EventId>& ends = ends_[event.thread];
  std::vector<std::uint32_t> clock(threads());
  if (!own.empty()) {
    const auto before = needs(own.back());
    std::copy(before.begin(), before.end(), clock.begin());
  } else if (created_by_[event.thread] != kNoEvent) {
    need(clock, created_by_[event.thread]);
  }
  clock[event.thread] = event.index = static_cast<std::uint32_t>(own.size());
  if (event.point) ends.push_back(kNoEvent);
  event.slice = static_cast<std::uint32_t>(ends.size() - 1);
  event.held = held_now_[event.thread];
  events_.push_back(event);
  ends.back() = id;
  own.push_back(id);
  if (event.reads) need_stores(clock, event);
  if (event.writes) store(id);
  if (event.lock_use != Event::LockUse::none) use_lock(id);
  if (event.object != 0) use_object(clock, id);
  if (event.thread_use == Event::ThreadUse::create) created_by_[event.other] = id;
  if (event.thread_use == Event::ThreadUse::join && !own_[event.other].empty()) need(clock, own_[event.other].back());
  if (event.after_all) {
    for (std::uint32_t i = 0; i < threads(); ++i) {
      if (i != event.thread && !own_[i].empty()) need(clock, own_[i].back());
    }
  }
  clocks_.insert(clocks_.end(), clock.begin(), clock.end());
  return id;
}

}  // namespace sleave::predict

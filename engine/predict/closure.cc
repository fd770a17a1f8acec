#include "engine/predict/closure.h"

#include <algorithm>

namespace sleave::predict {
namespace {

EventId latest(EventId a, EventId b) { return a == kNoEvent ? b : std::max(a, b); }

}  // namespace

Closure::Closure(const History& history) : history_(history), cut_(history.threads()) {
  for (const auto& [location, lock] : history.locks()) {
    locks_.push_back({lock.acquisitions, std::vector<std::size_t>(history.threads()), kNoEvent});
  }
}

void Closure::join(std::span<const std::uint32_t> clock) {
  for (std::size_t i = 0; i < cut_.size(); ++i) {
    if (clock[i] <= cut_[i]) continue;
    cut_[i] = clock[i];
    grown_ = true;
  }
}

void Closure::add_way_to(EventId event) {
  const Event& own = history_.event(event);
  if (own.index > 0) {
    join(history_.needs(history_.of_thread(own.thread)[own.index - 1]));
    take(own.thread, own.index);
  } else if (history_.creation_of(own.thread) != kNoEvent) {
    take_slice(history_.creation_of(own.thread));
  }
  close();
}

void Closure::add(EventId event) {
  take_slice(event);
  close();
}

void Closure::add_needs_of_others(EventId event) {
  const std::span<const std::uint32_t> needed = history_.needs(event);
  const std::uint32_t own = history_.event(event).thread;
  for (std::uint32_t i = 0; i < cut_.size(); ++i) {
    if (i != own) take(i, needed[i]);
  }
  close();
}

void Closure::take_slice(EventId event) {
  const EventId last = history_.end_of_slice(event);
  join(history_.needs(last));
  const Event& own = history_.event(last);
  take(own.thread, own.index + 1);
}

void Closure::take(std::uint32_t thread, std::uint32_t first_events) {
  if (cut_[thread] >= first_events) return;
  cut_[thread] = first_events;
  grown_ = true;
}

void Closure::close() {
  while (grown_ && !impossible_) {
    grown_ = false;
    for (Uses& lock : locks_) close_lock(lock);
  }
}

void Closure::need_release(EventId acquisition) {
  const EventId release = history_.release_of(acquisition);
  if (release == kNoEvent) {
    impossible_ = true;
    return;
  }
  if (!contains(release)) take_slice(release);
}

// Whoever took the lock before the last one that excludes it must have released it.
void Closure::close_lock(Uses& lock) {
  EventId last = kNoEvent;
  for (std::size_t thread = 0; thread < lock.within.size(); ++thread) {
    const std::vector<EventId>& own = lock.acquisitions[thread];
    std::size_t& within = lock.within[thread];
    for (; within < own.size() && contains(own[within]); ++within) {
      if (history_.event(own[within]).exclusive) lock.last_exclusive = latest(lock.last_exclusive, own[within]);
    }
    if (within > 0) last = latest(last, own[within - 1]);
  }
  if (lock.last_exclusive == kNoEvent) return;
  for (std::size_t thread = 0; thread < lock.within.size() && !impossible_; ++thread) {
    if (lock.within[thread] == 0) continue;
    const EventId own = lock.acquisitions[thread][lock.within[thread] - 1];
    if (own < lock.last_exclusive || (own < last && history_.event(own).exclusive)) need_release(own);
  }
}

}  // namespace sleave::predict

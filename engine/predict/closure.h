// The part of a history that some of its events cannot do without, if critical sections keep their order.
//
// Mathur, Pavlogiannis, Viswanathan: Optimal Prediction of Synchronization-Preserving Races (POPL 2021), section 4. A
// set of events that has with each event what it needs (history.h), and with two acquisitions of one lock the end of
// the earlier one, happens again as it did if it is run in the order of the history: every read finds the same store,
// every lock is free. The closure is the least such set; it is made of first events of each thread, so it is a clock.
//
// It only grows. Where a lock is in it is remembered, so that a whole sequence of questions costs as much as one.
// Beyond the paper: locks that several hold at once (only those exclude each other of which one is exclusive).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/predict/history.h"

namespace sleave::predict {

class Closure {
 public:
  explicit Closure(const History& history);

  // Everything up to where `event` comes next in its thread.
  void add_way_to(EventId event);
  // `event` itself, with its slice.
  void add(EventId event);
  // What `event` needs of other threads, so that it could come later.
  void add_needs_of_others(EventId event);

  [[nodiscard]] bool contains(EventId event) const {
    return history_.event(event).index < cut_[history_.event(event).thread];
  }

  // Of each thread, how many of its first events belong to it.
  [[nodiscard]] const std::vector<std::uint32_t>& cut() const { return cut_; }
  // A lock would have to be released that never was: the events cannot come together.
  [[nodiscard]] bool impossible() const { return impossible_; }

 private:
  // Of one lock, how many acquisitions of each thread are in the closure, and the last exclusive one of all.
  struct Uses {
    const std::vector<std::vector<EventId>>& acquisitions;
    std::vector<std::size_t> within;
    EventId last_exclusive = kNoEvent;
  };

  void join(std::span<const std::uint32_t> clock);
  void take(std::uint32_t thread, std::uint32_t first_events);
  void take_slice(EventId event);
  void close();
  void close_lock(Uses& lock);
  void need_release(EventId acquisition);

  const History& history_;
  std::vector<std::uint32_t> cut_;
  std::vector<Uses> locks_;
  bool impossible_ = false;
  bool grown_ = false;
};

}  // namespace sleave::predict

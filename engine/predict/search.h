// What the searches for predictions share: what is known already, and how much they may still do.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/predict/prediction.h"
#include "engine/predict/solved_orders.h"

namespace sleave::predict {

struct Search {
  const History& history;
  std::unordered_set<Key>& known;  // predictions are made once
  std::uint64_t& effort;           // queries that are still allowed for this history
  std::vector<Prediction>& found;

  // Whether one more query is allowed; it counts.
  [[nodiscard]] bool may_ask() const {
    if (effort == 0) return false;
    --effort;
    return true;
  }
};

// Two accesses to the same memory by two threads, at least one a write and at most one atomic, that nothing orders if
// critical sections keep their order. Complete for each pair of places in the code.
void find_races(const Search& search);

// Threads that each hold what the next one waits for, likewise (Tunc, Mathur, Pavlogiannis, Viswanathan: Sound Dynamic
// Deadlock Prediction in Linear Time, PLDI 2023). Complete for cycles of up to kLongestCycle threads.
constexpr std::size_t kLongestCycle = 4;
void find_deadlocks(const Search& search);

// The same without keeping the order of critical sections, by a solver: of what was not found before. Complete for each
// pair of accesses, or cycle of acquisitions, as far as solver queries are allowed; of many at the same places a few
// are.
void solve_races(const Search& search, SolvedOrders& orders);
void solve_deadlocks(const Search& search, SolvedOrders& orders);

// An event that comes upon what another thread has left, where no run so far had that: a store, a freed block, a signal
// before the wait, a destroyed object, a lock that is taken. Not complete: of many events at the same places a few are
// looked at.
void find_meetings(const Search& search);

// The keys of all that an event of the history came upon.
void note_meetings(const History& history, std::unordered_set<Key>& met);

}  // namespace sleave::predict

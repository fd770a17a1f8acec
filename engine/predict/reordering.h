// Correct reorderings of a history: does one exist that comes to a goal, and which?
//
// A correct reordering has first slices of each thread, in their order; each read by which something is decided in
// these slices finds the bytes it found; sections of a lock that exclude each other do not overlap; threads come after
// their creation and before they are joined; all other objects are used in the order of the history. Every such order
// is one that the program can run in: the maximal causal model of Huang, Meredith and Rosu (Maximal Sound Predictive
// Race Detection with Control Flow Abstraction, PLDI 2014). Critical sections may change places, a read may take
// another store of the same value, and one that decides nothing any store (dependence.h): that is what a closure
// (closure.h) cannot do. Deciding whether such an order exists is NP-hard, so it is a solver query.
//
// What is computed from a read that finds something else counts as something else as well. So a store is known to leave
// what it left only if the reads that it was made of found what they found.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/predict/slices.h"
#include "engine/solve/solver.h"

namespace sleave::predict {

struct Goal {
  std::vector<std::uint32_t> least;  // of each thread, the least number of its first slices,
  std::vector<std::uint32_t> most;   // and the greatest; one more than it has: its end, too
  // Slices that are to be as they were only up to an event: what that reads may be different, and what comes after it.
  std::map<SliceId, EventId> kept_until;
  std::vector<SliceId> at_the_end;  // come after everything else, in this order
};

struct Reordering {
  solve::Verdict verdict = solve::Verdict::unknown;
  std::vector<EventId> points;  // satisfiable: in their order
  std::uint64_t work = 0;       // of the solver; 0: no query was needed, the goal is out of reach for simple reasons
};

Reordering find_reordering(const Slices& slices, const Goal& goal, std::uint32_t most_work);

}  // namespace sleave::predict

// The steps of a run at which the thread about to run falls behind the others: tail_depth - 1 of them, drawn from
// 1..tail_length (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of
// Finding Bugs, ASPLOS 2010). A step is a point with at least two threads enabled; others need no decision.
#pragma once

#include <cstdint>

#include "runtime/base/random.h"

namespace sleave::rt {

// The plan has taken effect.
void change_points_start(Random& random);

// Takes a change point that is due at this step: how many were drawn after it, plus one. 0: none is left.
std::uint32_t take_change_point();

}  // namespace sleave::rt

// Lanes: word arithmetic on 32 inputs at a time.
//
// A lane is the value of a word for one input. Each operation is a plain loop over lanes that the compiler turns into
// vector instructions, and it is chosen once, when an expression is compiled, not each time it is computed. Words of
// more than 64 bits have no lanes. An operation of abi/expressions.def without a loop here is applied lane by lane
// (word.h), so that a new one is right before it is fast.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/expr/word.h"

namespace sleave::expr {

constexpr std::size_t kLanes = 32;
constexpr unsigned kMostLaneBits = 64;

struct alignas(64) Lanes {
  std::array<std::uint64_t, kLanes> values{};
};

using LaneFunction = void (*)(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& c, Lanes& result);

// Null: there is none, apply_to_lanes() does it.
LaneFunction lane_function(Op op);

void apply_to_lanes(Op op, const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& c, Lanes& result);

void fill(Lanes& lanes, std::uint64_t value);
// One bit for each lane that is not 0.
std::uint32_t lanes_that_hold(const Lanes& lanes);

}  // namespace sleave::expr

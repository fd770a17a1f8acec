// Sleepers of a futex with different bitsets, in an Operation and in a state.
//
// The upper bits of a sleeper's byte are the number of its bitset. In `a` of a wake, kByBitset says that it concerns
// only some, and from kFirstBitset on there is a bit for each bitset that has one in common with it.
#pragma once

#include <cstdint>

namespace sleave::graph {

constexpr unsigned kMostBitsets = 4;
constexpr unsigned kMostBitsetThreads = 62;
constexpr unsigned kBitsetShift = 6;
constexpr std::uint64_t kByBitset = 2;
constexpr unsigned kFirstBitset = 8;

}  // namespace sleave::graph

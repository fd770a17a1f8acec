// Vector clocks of the graph and the memory model: one after another in an array, each with room for a multiple of four
// threads, so that joining two takes a few instructions and no length checks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sleave::graph {

constexpr std::size_t kClockBlock = 4;

constexpr std::size_t clock_room(std::size_t threads) {
  return (threads + kClockBlock - 1) / kClockBlock * kClockBlock;
}

// Both have `room` words. All of a block are read before one is written, so that the compiler need not ask whether the
// clocks overlap.
inline void join_clocks(std::uint32_t* into, const std::uint32_t* from, std::size_t room) {
  for (const std::uint32_t* const end = into + room; into != end; into += kClockBlock, from += kClockBlock) {
    const std::uint32_t a = std::max(into[0], from[0]);
    const std::uint32_t b = std::max(into[1], from[1]);
    const std::uint32_t c = std::max(into[2], from[2]);
    const std::uint32_t d = std::max(into[3], from[3]);
    into[0] = a;
    into[1] = b;
    into[2] = c;
    into[3] = d;
  }
}

inline void copy_clock(std::uint32_t* into, const std::uint32_t* from, std::size_t room) {
  for (const std::uint32_t* const end = into + room; into != end; into += kClockBlock, from += kClockBlock) {
    const std::uint32_t a = from[0];
    const std::uint32_t b = from[1];
    const std::uint32_t c = from[2];
    const std::uint32_t d = from[3];
    into[0] = a;
    into[1] = b;
    into[2] = c;
    into[3] = d;
  }
}

inline void clear_clock(std::uint32_t* clock, std::size_t room) {
  for (std::uint32_t* const end = clock + room; clock != end; clock += kClockBlock) {
    clock[0] = clock[1] = clock[2] = clock[3] = 0;
  }
}

}  // namespace sleave::graph

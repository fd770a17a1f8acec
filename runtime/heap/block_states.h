// The state of every 16 bytes of a slot's heap: part of a live block, of a freed one, or of none.
//
// There is one byte of state for each, at a fixed distance, so that an access hook needs one load. A positive number is
// how many of the 16 bytes belong to a live block; kNoBlock covers headers, gaps and what was never allocated. The
// header of each block lies between it and the one before, so there are at least 16 bytes of no block between two.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/base/hidden.h"
#include "runtime/state/slot.h"

namespace sleave::rt {

constexpr std::uintptr_t kGranule = SLEAVE_GRANULE_BYTES;
constexpr std::int8_t kNoBlock = 0;
constexpr std::int8_t kFreedBlock = -1;

// The bytes of each slot that have states: those of its heap, if it is in use.
SLEAVE_HIDDEN extern std::uint32_t bytes_with_state[SLEAVE_SLOT_COUNT];

// The heap of a slot is about to be used.
void prepare_block_states(std::uint32_t slot);

// Whether `address` lies in a heap that is in use: only then it has a state.
inline bool has_block_state(std::uintptr_t address) {
  const std::uintptr_t slot =
      address / SLEAVE_SLOT_BYTES - SLEAVE_SLOT_BASE / SLEAVE_SLOT_BYTES;  // huge below the first
  return slot < SLEAVE_SLOT_COUNT && static_cast<std::uint32_t>(address % SLEAVE_SLOT_BYTES) < bytes_with_state[slot];
}

inline std::int8_t& block_state(std::uintptr_t address) {
  return *reinterpret_cast<std::int8_t*>(address / kGranule + SLEAVE_STATES_OFFSET);
}

// The block [begin, begin + bytes), aligned to 16, lives now or is freed now.
void set_live(std::uintptr_t begin, std::size_t bytes);
void set_freed(std::uintptr_t begin, std::size_t bytes);

// Whether an access can be seen at once to be good: it lies in 16 bytes of a live block.
inline bool surely_live(std::uintptr_t address, std::uint64_t bytes) {
  return static_cast<std::int64_t>(address % kGranule + bytes) <= block_state(address) && bytes <= kGranule;
}

}  // namespace sleave::rt

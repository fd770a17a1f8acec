#include "runtime/heap/block_states.h"

#include <string.h>

#include "runtime/base/raw.h"

namespace sleave::rt {

std::uint32_t bytes_with_state[SLEAVE_SLOT_COUNT];

void prepare_block_states(std::uint32_t slot) {
  raw_map(SLEAVE_SLOT_HEAP_BYTES / kGranule, &block_state(reinterpret_cast<std::uintptr_t>(slot_begin(slot))));
  bytes_with_state[slot] = SLEAVE_SLOT_HEAP_BYTES;
}

void set_live(std::uintptr_t begin, std::size_t bytes) {
  const std::size_t whole = bytes / kGranule;
  memset(&block_state(begin), static_cast<int>(kGranule), whole);
  if (bytes % kGranule != 0) block_state(begin + whole * kGranule) = static_cast<std::int8_t>(bytes % kGranule);
}

void set_freed(std::uintptr_t begin, std::size_t bytes) {
  memset(&block_state(begin), kFreedBlock, (bytes + kGranule - 1) / kGranule);
}

}  // namespace sleave::rt

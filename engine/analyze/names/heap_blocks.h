// The heap blocks of a run and when each of them lived. Addresses are used again, so a location alone names no block.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/trace/trace.h"

namespace sleave {

struct HeapBlock {
  sleave_location begin = 0;
  std::uint64_t size = 0;
  std::uint32_t thread = 0;     // that allocated it
  std::uint64_t ordinal = 0;    // n-th allocation of that thread, from 1: stable across schedules
  std::uint64_t allocated = 0;  // event index
  std::uint32_t stack = SLEAVE_NO_STACK;
  sleave_site site = 0;

  static constexpr std::uint64_t kNever = ~0ull;
  std::uint64_t freed = kNever;  // event index
  std::uint32_t free_thread = 0;
  std::uint32_t free_stack = SLEAVE_NO_STACK;
};

class HeapBlocks {
 public:
  explicit HeapBlocks(const Trace& trace);

  // The block that held `location` when event `at` happened, or had held it last. Null if none is known.
  [[nodiscard]] const HeapBlock* find(sleave_location location, std::uint64_t at) const;

 private:
  void free_block(const sleave_event& event, std::uint64_t at);

  std::map<sleave_location, std::vector<HeapBlock>> blocks_;  // by begin; in order of allocation
};

}  // namespace sleave

// Accesses to heap memory that is not the program's: freed blocks, and what lies beyond a block's end.
//
// Freed blocks are not handed out again (unless the plan asks for it), so in the runs that do not, no use of one is
// missed however late it comes. Seen are accesses of instrumented code, its memcpy and friends, and every operation on
// an atomic or a synchronization object.
#pragma once

#include <cstdint>

#include "runtime/heap/block_states.h"
#include "runtime/state/event_record.h"

namespace sleave::rt {

void check_slowly(std::uintptr_t address, std::uint64_t bytes, bool writes, std::uintptr_t site);

// The current thread is about to read or write.
inline void check_heap_access(const void* address, std::uint64_t bytes, bool writes, std::uintptr_t site) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (has_block_state(at) && __builtin_expect(!surely_live(at, bytes), 0)) check_slowly(at, bytes, writes, site);
}

void check_object_slowly(const EventRecord& event_record);

// The current thread has operated on an atomic or a synchronization object.
inline void check_heap_object(const EventRecord& event_record) {
  const auto at = reinterpret_cast<std::uintptr_t>(event_record.object);
  const std::uint64_t bytes = event_record.size == 0 ? 1 : event_record.size;
  if (has_block_state(at) && __builtin_expect(!surely_live(at, bytes), 0)) check_object_slowly(event_record);
}

// free() of what is no live block. Returns if that is set aside: then nothing is freed.
void bad_free(const void* address, bool freed_before, std::uintptr_t site);

}  // namespace sleave::rt

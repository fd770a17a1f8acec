// Slots: the address space of one thread each, chosen by its spawn path (abi/layout.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/layout.h"

namespace sleave::rt {

struct Thread;
struct Carrier;

// What is known of a slot that is used. All of them lie side by side: a run pays for every page it writes.
struct SlotUse {
  Thread* owner;
  Carrier* prepared;  // for the thread that gets the slot (fiber/carrier.h)
  char* heap_end;     // where its next block goes (runtime/heap/heap.cc); null: its heap is not mapped yet
  bool taken;
};
SlotUse& slot_use(std::uint32_t slot);

// Takes the slot of a spawn path: a function of the path's hash and, after a collision, of the slots this run has taken
// before.
std::uint32_t slot_for_path(std::uint64_t path_hash);

// The slot that path gets if there is no collision.
std::uint32_t first_slot(std::uint64_t path_hash);

void slot_set_owner(std::uint32_t slot, Thread* thread);

// The thread whose slot contains `address`, or null.
Thread* slot_owner(std::uintptr_t address);

inline char* slot_begin(std::uint32_t slot) {
  return reinterpret_cast<char*>(SLEAVE_SLOT_BASE + SLEAVE_SLOT_BYTES * slot);
}
inline char* slot_end(std::uint32_t slot) { return slot_begin(slot) + SLEAVE_SLOT_BYTES; }
inline bool in_slots(std::uintptr_t address) { return address >= SLEAVE_SLOT_BASE && address < SLEAVE_SLOT_END; }
inline std::uint32_t slot_of(std::uintptr_t address) {
  return static_cast<std::uint32_t>((address - SLEAVE_SLOT_BASE) / SLEAVE_SLOT_BYTES);
}

}  // namespace sleave::rt

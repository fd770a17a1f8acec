// From addresses to the names of abi/trace.h, and back to nothing: a trace holds no raw address that it can avoid.
#pragma once

#include <cstdint>

#include "abi/trace.h"
#include "abi/words.h"
#include "runtime/base/hidden.h"
#include "runtime/state/descriptor_name.h"
#include "runtime/state/slot.h"

namespace sleave::rt {

// The module that was asked for last: events cluster. A known module is never forgotten, so this never goes stale.
struct RecentModule {
  std::uintptr_t base;
  std::uintptr_t bytes;
  std::uint32_t index;

  [[nodiscard]] bool contains(std::uintptr_t address) const { return address - base < bytes; }
};
SLEAVE_HIDDEN extern RecentModule recent_code;
SLEAVE_HIDDEN extern RecentModule recent_data;

// Makes it the one that contains `address`; false: there is none.
bool find_recent(RecentModule& recent, std::uintptr_t address);

// Code: module and offset.
inline sleave_site site_of(std::uintptr_t address) {
  if (__builtin_expect(!recent_code.contains(address), 0) && !find_recent(recent_code, address)) {
    return SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, address);
  }
  return SLEAVE_SITE(recent_code.index, address - recent_code.base);
}

// Data: global, slot (heap, stack, thread-local), or absolute.
inline sleave_location location_of(const void* object) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  if (address == 0) return 0;
  if (is_descriptor_name(object)) return location_of_descriptor(object);
  if (in_slots(address)) {
    const std::uint32_t slot = slot_of(address);
    return SLEAVE_LOCATION(SLEAVE_SPACE_SLOT, slot, address - SLEAVE_SLOT_BASE - SLEAVE_SLOT_BYTES * slot);
  }
  if (!recent_data.contains(address) && !find_recent(recent_data, address)) {
    return SLEAVE_LOCATION(SLEAVE_SPACE_ABSOLUTE, 0, address);
  }
  return SLEAVE_LOCATION(SLEAVE_SPACE_MODULE, recent_data.index, address - recent_data.base);
}

// A thread as an object.
inline sleave_location location_of_thread(std::uint32_t index) {
  return SLEAVE_LOCATION(SLEAVE_SPACE_THREAD, 0, index);
}

// Reads the list of loaded modules, if it has changed since the last time. Known ones keep their index, unloaded or
// not.
void find_modules();

// Writes the module table into the trace.
void write_modules();

// How much is seen of the code there.
sleave_sight sight_of_code(const void* address);
// Whether the code there was compiled with Sleave.
inline bool is_instrumented_code(const void* address) { return sight_of_code(address) == SLEAVE_SIGHT_full; }
// Whether the accesses of the code there are announced.
inline bool is_seen_code(const void* address) { return sight_of_code(address) != SLEAVE_SIGHT_calls; }
// Whether the code there is the program's, and no library's of which only calls are seen.
bool is_own_code(const void* address);
// How much is seen of the program itself, and the name of its file.
sleave_sight sight_of_program();
const char* name_of_program();

// Whether the code there belongs to the C or C++ library, the dynamic linker or the kernel.
bool is_system_code(const void* address);

// Called by every instrumented module's constructor.
void module_is_seen(const void* address_inside, sleave_sight sight);

}  // namespace sleave::rt

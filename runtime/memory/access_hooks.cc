// Hooks of plain accesses. They are called more often than anything else of the runtime, so what nearly always happens
// is a leaf: a look at the state of the heap there, or, while races are looked for, at what is known of these bytes.
// The rest goes on in functions of its own, called last, so that the leaf has no frame.
#include <string.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/heap/heap_access.h"
#include "runtime/memory/access.h"
#include "runtime/race/race.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/watch.h"
#include "runtime/trace/visible_sites.h"

namespace sleave::rt {
namespace {

// The plan made plain accesses scheduling points: then they are events of their thread.
void visible_access(bool writes, void* address, std::uint64_t bytes, std::uintptr_t site) {
  const sleave_event_kind kind = writes ? SLEAVE_EV_visible_write : SLEAVE_EV_visible_read;
  scheduler.point({kind, site, address, nullptr});
  EventRecord event_record{kind, site, address};
  event_record.size = bytes < 255 ? static_cast<std::uint8_t>(bytes) : 255;
  event_record.extra = bytes;
  if (!writes) memcpy(&event_record.value, address, bytes < 8 ? bytes : 8);
  event_record.flags = writes ? SLEAVE_EVENT_CHANGED : 0;
  event_record.effect = writes ? Effect::write : Effect::read;
  record_point(event_record);
}

bool is_visible(std::uintptr_t site) {
  return (runtime.plan->flags & SLEAVE_PLAN_SCHEDULE_PLAIN) != 0 ||
         (runtime.plan->site_count != 0 && is_visible_site(site));
}

void matters(bool writes, void* address, std::uint64_t bytes, std::uintptr_t site) {
  if (!controlled() || !runtime.planned || bytes == 0) return;
  if (is_visible(site)) {
    visible_access(writes, address, bytes, site);
  } else {
    record_access(writes ? SLEAVE_EV_plain_write : SLEAVE_EV_plain_read, site, address, bytes);
    if (race_detection) race_access(writes ? SLEAVE_ACCESS_write : SLEAVE_ACCESS_read, address, bytes, site);
  }
}

// What an access may mean besides itself.
__attribute__((noinline)) void read_slowly(void* address, std::uint64_t bytes, std::uintptr_t site) {
  check_heap_access(address, bytes, false, site);
  if (__sleave_watch.accesses != SLEAVE_ACCESSES_TO_NOBODY) matters(false, address, bytes, site);
}

__attribute__((noinline)) void write_slowly(void* address, std::uint64_t bytes, std::uintptr_t site) {
  check_heap_access(address, bytes, true, site);
  if (__sleave_watch.accesses != SLEAVE_ACCESSES_TO_NOBODY) matters(true, address, bytes, site);
}

// Whether it means nothing more.
__attribute__((always_inline)) inline bool means_nothing(const void* address, std::uint64_t bytes, bool writes) {
  if (__sleave_watch.accesses != SLEAVE_ACCESSES_TO_NOBODY) return race_knows(address, bytes, writes);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  return !has_block_state(at) || surely_live(at, bytes);
}

// Whether neither a read nor a write there means more.
__attribute__((always_inline)) inline bool read_to_write(void* address, std::uint64_t bytes, std::uintptr_t site) {
  if (__builtin_expect(means_nothing(address, bytes, true), 1)) return true;
  read_slowly(address, bytes, site);
  return false;
}

__attribute__((always_inline)) inline void read(void* address, std::uint64_t bytes, std::uintptr_t site) {
  if (__builtin_expect(!means_nothing(address, bytes, false), 0)) read_slowly(address, bytes, site);
}

__attribute__((always_inline)) inline void write(void* address, std::uint64_t bytes, std::uintptr_t site) {
  scheduler.wrote_plain();
  if (__builtin_expect(!means_nothing(address, bytes, true), 0)) write_slowly(address, bytes, site);
}

}  // namespace

void announce_read(const void* address, std::uint64_t bytes, std::uintptr_t site) {
  read(const_cast<void*>(address), bytes, site);
}

void announce_write(const void* address, std::uint64_t bytes, std::uintptr_t site) {
  write(const_cast<void*>(address), bytes, site);
}

}  // namespace sleave::rt

using namespace sleave::rt;

#define SLEAVE_ACCESS_HOOKS(N)                                                                  \
  SLEAVE_EXPORT void __sleave_read_##N(void* address) { read(address, N, SLEAVE_SITE_HERE); }   \
  SLEAVE_EXPORT void __sleave_write_##N(void* address) { write(address, N, SLEAVE_SITE_HERE); } \
  SLEAVE_EXPORT int __sleave_read_to_write_##N(void* address) {                                 \
    return read_to_write(address, N, SLEAVE_SITE_HERE) ? 1 : 0;                                 \
  }
SLEAVE_ACCESS_HOOKS(1)
SLEAVE_ACCESS_HOOKS(2)
SLEAVE_ACCESS_HOOKS(4)
SLEAVE_ACCESS_HOOKS(8)
SLEAVE_ACCESS_HOOKS(16)
#undef SLEAVE_ACCESS_HOOKS

SLEAVE_EXPORT void __sleave_read_range(void* address, std::uint64_t bytes) { read(address, bytes, SLEAVE_SITE_HERE); }
SLEAVE_EXPORT void __sleave_write_range(void* address, std::uint64_t bytes) { write(address, bytes, SLEAVE_SITE_HERE); }

SLEAVE_EXPORT void* __sleave_memcpy(void* to, const void* from, std::uint64_t bytes) {
  read(const_cast<void*>(from), bytes, SLEAVE_SITE_HERE);
  write(to, bytes, SLEAVE_SITE_HERE);
  return memcpy(to, from, bytes);
}

SLEAVE_EXPORT void* __sleave_memmove(void* to, const void* from, std::uint64_t bytes) {
  read(const_cast<void*>(from), bytes, SLEAVE_SITE_HERE);
  write(to, bytes, SLEAVE_SITE_HERE);
  return memmove(to, from, bytes);
}

SLEAVE_EXPORT void* __sleave_memset(void* to, int value, std::uint64_t bytes) {
  write(to, bytes, SLEAVE_SITE_HERE);
  return memset(to, value, bytes);
}

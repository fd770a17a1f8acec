// Hooks around inline assembly. What it does is not known, only which memory it reads or writes: the event is that of
// an atomic load, or of an atomic update from the value before to the value after, sequentially consistent as the
// processor's locked instructions are.
#include <string.h>

#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/record/escape.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {
namespace {

// Between begin and end nobody else runs, so there is only one.
struct Assembly {
  std::uintptr_t site;
  std::uint64_t before;
  bool begun;
};
Assembly assembly;

// The operand's type may be a large dummy that says "somewhere from here on": then as much as surely lies in one page.
std::uint64_t watched_bytes(const void* address, std::uint64_t bytes) {
  if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) return bytes;
  const std::uint64_t alignment = reinterpret_cast<std::uintptr_t>(address) & 7;
  return alignment == 0 ? 8 : alignment == 4 ? 4 : 1;
}

std::uint64_t watched_value(const void* address, std::uint64_t bytes) {
  std::uint64_t value = 0;
  memcpy(&value, address, watched_bytes(address, bytes));
  return value;
}

sleave_event_kind kind_of(int how) {
  return (how & SLEAVE_ASSEMBLY_WRITES) != 0 ? SLEAVE_EV_atomic_rmw : SLEAVE_EV_atomic_load;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_assembly_begin(void* address, std::uint64_t bytes, int how) {
  if (!controlled()) return;
  const std::uintptr_t site = SLEAVE_SITE_HERE;
  if ((how & SLEAVE_ASSEMBLY_ONCE) == 0) record_escape(SLEAVE_ESCAPE_assembly_steps, "", 0, site);
  scheduler.point({kind_of(how), site, address, nullptr});
  assembly = {site, watched_value(address, bytes), true};
}

SLEAVE_EXPORT void __sleave_assembly_end(void* address, std::uint64_t bytes, int how) {
  if (!controlled() || !assembly.begun) return;
  assembly.begun = false;
  const std::uint64_t after = watched_value(address, bytes);
  const bool writes = (how & SLEAVE_ASSEMBLY_WRITES) != 0;
  EventRecord event_record{kind_of(how), assembly.site, address};
  event_record.value = assembly.before;
  event_record.extra = writes ? after : 0;
  event_record.order = SLEAVE_ORDER_seq_cst;
  event_record.size = static_cast<std::uint8_t>(watched_bytes(address, bytes));
  event_record.flags = after != assembly.before ? SLEAVE_EVENT_CHANGED : 0;
  event_record.effect = writes ? Effect::write : Effect::read;
  record_point(event_record);
}

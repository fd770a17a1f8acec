#include "runtime/fiber/slot.h"

#include "runtime/base/fatal.h"
#include "runtime/sched/thread.h"

namespace sleave::rt {

namespace {
Thread* owners[SLEAVE_SLOT_COUNT];
bool taken[SLEAVE_SLOT_COUNT];
}  // namespace

std::uint32_t first_slot(std::uint64_t path_hash) { return static_cast<std::uint32_t>(path_hash % SLEAVE_SLOT_COUNT); }

std::uint32_t slot_for_path(std::uint64_t path_hash) {
  for (std::uint64_t probe = 0; probe < SLEAVE_SLOT_COUNT; ++probe) {
    const std::uint32_t slot = first_slot(path_hash + probe);
    if (taken[slot]) continue;
    taken[slot] = true;
    return slot;
  }
  fatal("more threads in one run than Sleave has room for", static_cast<int>(SLEAVE_SLOT_COUNT));
}

void slot_set_owner(std::uint32_t slot, Thread* thread) { owners[slot] = thread; }

Thread* slot_owner(std::uintptr_t address) { return in_slots(address) ? owners[slot_of(address)] : nullptr; }

}  // namespace sleave::rt

#include "runtime/fiber/slot.h"

#include "runtime/base/fatal.h"
#include "runtime/sched/thread.h"

namespace sleave::rt {

namespace {
Thread* owners[SLEAVE_SLOT_COUNT];
std::uint64_t paths[SLEAVE_SLOT_COUNT];  // 0: free
}  // namespace

std::uint32_t slot_for_path(std::uint64_t path_hash) {
  for (std::uint64_t probe = 0; probe < SLEAVE_SLOT_COUNT; ++probe) {
    const std::uint32_t slot = static_cast<std::uint32_t>((path_hash + probe) % SLEAVE_SLOT_COUNT);
    if (paths[slot] == 0) paths[slot] = path_hash;
    if (paths[slot] == path_hash) return slot;
  }
  fatal("more threads in one run than Sleave has room for", static_cast<int>(SLEAVE_SLOT_COUNT));
}

void slot_set_owner(std::uint32_t slot, Thread* thread) { owners[slot] = thread; }

Thread* slot_owner(std::uintptr_t address) { return in_slots(address) ? owners[slot_of(address)] : nullptr; }

}  // namespace sleave::rt

#include "runtime/state/slot.h"

#include "runtime/base/fatal.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {
std::uint16_t use_numbers[SLEAVE_SLOT_COUNT];  // 0: never used
SlotUse uses[SLEAVE_SLOT_COUNT];
std::uint16_t use_count;
static_assert(SLEAVE_SLOT_COUNT < 1u << 16);
}  // namespace

std::uint32_t first_slot(std::uint64_t path_hash) { return static_cast<std::uint32_t>(path_hash % SLEAVE_SLOT_COUNT); }

SlotUse& slot_use(std::uint32_t slot) {
  if (use_numbers[slot] == 0) use_numbers[slot] = ++use_count;
  return uses[use_numbers[slot] - 1];
}

std::uint32_t slot_for_path(std::uint64_t path_hash) {
  for (std::uint64_t probe = 0; probe < SLEAVE_SLOT_COUNT; ++probe) {
    const std::uint32_t slot = first_slot(path_hash + probe);
    SlotUse& use = slot_use(slot);
    if (use.taken) continue;
    use.taken = true;
    return slot;
  }
  fatal("more threads in one run than Sleave has room for", static_cast<int>(SLEAVE_SLOT_COUNT));
}

void slot_set_owner(std::uint32_t slot, Thread* thread) { slot_use(slot).owner = thread; }

Thread* slot_owner(std::uintptr_t address) {
  if (!in_slots(address)) return nullptr;
  const std::uint16_t number = use_numbers[slot_of(address)];
  return number != 0 ? uses[number - 1].owner : nullptr;
}

}  // namespace sleave::rt

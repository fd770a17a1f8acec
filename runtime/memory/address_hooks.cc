// Addresses that the program uses as numbers. What lies in a thread's slot, or in the block that it got as its
// argument, has another address for each thread: who orders, subtracts or converts such addresses may tell threads
// apart (docs/internals/symmetry.md).
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/alike.h"
#include "runtime/state/slot.h"

namespace sleave::rt {
namespace {

// The thread that the address belongs to; null: none, and it is the same for all.
Thread* whose(const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (!in_slots(address)) return nullptr;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    if (is_own_argument(scheduler.thread(i), address)) return &scheduler.thread(i);
  }
  return slot_owner(address);
}

void expose(Thread* thread) {
  if (thread != nullptr) thread->exposed = true;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_address_number(const void* address) {
  if (controlled()) expose(whose(address));
}

SLEAVE_EXPORT void __sleave_address_pair(const void* first, const void* second) {
  if (!controlled()) return;
  Thread* const one = whose(first);
  Thread* const other = whose(second);
  if (one == other) return;
  expose(one);
  expose(other);
}

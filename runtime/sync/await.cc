// The hook of loops that wait for an atomic (runtime/loops/await_loops.h).
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/loops/await_loops.h"
#include "runtime/record/record.h"

namespace sleave::rt {
namespace {

void arrive(bool again, std::uint64_t state, std::uintptr_t site, const void* frame) {
  AwaitLoop& loop = arrive_at_loop(site, frame);
  if (again && only_looked(loop, site, frame, state)) {
    EventRecord event_record{SLEAVE_EV_await, site};
    event_record.value = wait_in_loop(loop);
    event_record.effect = Effect::none;
    record_point(event_record);
  }
  begin_iteration(loop, site, frame, state);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_await(int again, std::uint64_t state) {
  if (!awaits_matter || !controlled()) return;
  arrive(again != 0, state, SLEAVE_SITE_HERE, __builtin_frame_address(0));
}

SLEAVE_EXPORT void __sleave_await_until(std::uint32_t condition, std::uint64_t mask, std::uint64_t operand) {
  if (!awaits_matter || !controlled()) return;
  await_until({true, static_cast<sleave_await_condition>(condition), mask, operand});
}

// The hook of loops that wait for an atomic (runtime/loops/await_loops.h).
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/loops/await_loops.h"
#include "runtime/record/record.h"

namespace sleave::rt {
namespace {

void arrive(const LoopPlace& place, bool again, std::uint64_t state) {
  AwaitLoop& loop = arrive_at_loop(place);
  if (again && only_looked(loop, state)) {
    EventRecord event_record{SLEAVE_EV_await, place.site};
    event_record.value = wait_in_loop(loop);
    event_record.effect = Effect::none;
    record_point(event_record);
  }
  begin_iteration(loop, state);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT void __sleave_await(int again, std::uint64_t state) {
  if (!awaits_matter || !controlled()) return;
  arrive({SLEAVE_SITE_HERE, __builtin_frame_address(0), kNoPoll}, again != 0, state);
}

SLEAVE_EXPORT void __sleave_poll(std::uint32_t loop, int again, std::uint64_t state) {
  if (!polls_matter || !controlled()) return;
  arrive({SLEAVE_SITE_HERE, __builtin_frame_address(0), loop}, again != 0, state);
}

SLEAVE_EXPORT void __sleave_poll_acts() {
  if (polls_matter && controlled()) act_in_loops();
}

SLEAVE_EXPORT void __sleave_poll_ends(std::uint32_t loop) {
  if (polls_matter && controlled()) leave_poll(loop, __builtin_frame_address(0));
}

SLEAVE_EXPORT void __sleave_await_until(std::uint32_t condition, std::uint64_t mask, std::uint64_t operand) {
  if (!awaits_matter || !controlled()) return;
  await_until({true, static_cast<sleave_await_condition>(condition), mask, operand});
}

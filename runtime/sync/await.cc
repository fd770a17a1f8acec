// The hook of loops that wait for an atomic (runtime/loops/await_loops.h).
#include "abi/hooks.h"
#include "runtime/base/runtime.h"
#include "runtime/loops/await_loops.h"
#include "runtime/record/calls.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"

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

// Spins of limited length (pass/loops/spin.h). The rounds after one that found nothing would find the same if they came
// at once, and do: they are no part of the run.
constexpr std::uint32_t kSpin = 1u << 31;  // numbers of loops that spin and of loops that poll are different

const void* spinning;  // the frame of the function whose rounds are no part of the run; null: none

bool spins_matter() { return polls_matter && (runtime.plan->flags & SLEAVE_PLAN_OLD_STORES) == 0 && !runtime.serial; }

void skip_rounds(const void* frame) {
  spinning = frame;
  begin_serial_part();
  scheduler.hold_others(true);
}

void stop_skipping() {
  spinning = nullptr;
  leave_serial_part();
  scheduler.hold_others(false);
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

SLEAVE_EXPORT void __sleave_poll_stores(std::uint64_t before, std::uint64_t after) {
  if (before != after) __sleave_poll_acts();
}

SLEAVE_EXPORT void __sleave_poll_ends(std::uint32_t loop) {
  if (polls_matter && controlled()) leave_poll(loop, __builtin_frame_address(0));
}

SLEAVE_EXPORT void __sleave_spin(std::uint32_t loop, int again) {
  if (!polls_matter || !controlled() || !spins_matter()) return;
  const void* frame = __builtin_frame_address(0);
  AwaitLoop& place = arrive_at_loop({SLEAVE_SITE_HERE, frame, loop | kSpin});
  if (again != 0 && would_find_the_same(place, 0)) return skip_rounds(frame);
  begin_iteration(place, 0);
}

SLEAVE_EXPORT void __sleave_spin_ends(std::uint32_t loop) {
  if (!polls_matter || !controlled()) return;
  const void* frame = __builtin_frame_address(0);
  if (spinning == frame) stop_skipping();
  leave_poll(loop | kSpin, frame);
}

SLEAVE_EXPORT void __sleave_await_until(std::uint32_t condition, std::uint64_t mask, std::uint64_t operand) {
  if (!awaits_matter || !controlled()) return;
  await_until({true, static_cast<sleave_await_condition>(condition), mask, operand});
}

// progress: brings calls of a client into some state, by random steps, and then lets one of them run alone until it
// ends; or lets all of them run in turns whose lengths repeat, so that calls which hinder each other can do so for
// ever. What does not end is noticed by progress.h.
#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/state/progress.h"

namespace sleave::rt {

namespace {

enum class Phase : std::uint8_t { mixed, alone, turns };

constexpr std::uint32_t kLengths = 8;
constexpr std::uint64_t kMostInTurn = 8;
constexpr std::uint64_t kMostMixed = 6;  // at most 2^5 - 1 random steps

Phase phase;
std::uint64_t left;  // random steps, or steps of this turn
Thread* lone;
std::uint64_t lengths[kLengths];  // of the turns, by thread
std::uint64_t progress_at_start;  // of the turns

void mix_again(Random& random) {
  phase = Phase::mixed;
  left = random.below(std::uint64_t{1} << random.below(kMostMixed));
}

void start(Random& random) { mix_again(random); }
void add(Random& /*random*/, Thread& /*thread*/) {}
void waits(Random& /*random*/, Thread& /*thread*/) {}

Thread* any(Random& random) {
  return &scheduler.enabled(static_cast<std::uint32_t>(random.below(scheduler.enabled_count())));
}

Thread* any_in_call(Random& random) {
  std::uint32_t count = 0;
  Thread* chosen = nullptr;
  for (std::uint32_t i = 0; i < scheduler.enabled_count(); ++i) {
    Thread& thread = scheduler.enabled(i);
    if (thread.in_call && random.below(++count) == 0) chosen = &thread;
  }
  return chosen;
}

void begin_turns(Random& random) {
  phase = Phase::turns;
  left = 0;
  progress_at_start = progress_so_far();
  for (std::uint64_t& length : lengths) length = 1 + random.below(kMostInTurn);
}

void begin_phase(Random& random) {
  const bool in_turns = runtime.plan->tail_depth > 1 && random.below(2) == 0;
  if (in_turns) return begin_turns(random);
  lone = any_in_call(random);
  if (lone == nullptr) return mix_again(random);
  phase = Phase::alone;
}

Thread* choose_in_turn(Thread& current) {
  if (left != 0 && scheduler.is_enabled(current)) {
    --left;
    return &current;
  }
  Thread* const next = next_in_turn(current);
  left = lengths[next->index % kLengths] - 1;
  return next;
}

Thread* choose(Random& random, Thread& current) {
  const bool alone_is_over = phase == Phase::alone && !(lone->in_call && scheduler.is_enabled(*lone));
  const bool turns_are_over = phase == Phase::turns && progress_so_far() != progress_at_start;
  if (alone_is_over || turns_are_over) mix_again(random);
  if (phase == Phase::mixed && left == 0) begin_phase(random);
  if (phase == Phase::alone) return lone;
  if (phase == Phase::turns) return choose_in_turn(current);
  if (left != 0) --left;
  return any(random);
}

}  // namespace

const TailPolicy progress_policy = {start, add, choose, waits};

}  // namespace sleave::rt

// Awaits: loops that only read atomics until another thread changes them (pass/loops/await.h).
//
// In a run whose plan asks for it (SLEAVE_PLAN_AWAITS), a thread that comes back to the beginning of such a loop with
// nothing done and nothing changed waits there, until one of the places it read is written. Its events since the
// beginning of the iteration have no effect: the event `await` that follows says from where on.
//
// An update that stores what it found changes nothing: `while (taken.exchange(true)) {}` only reads while the lock is
// taken. Others that read it would learn what its thread did before, although they might have read before it; so what
// it hands over is kept back until its thread does something else (race_defer).
//
// A loop that polls (pass/loops/poll.h) may do more than that: then it says so. Its rounds may also take locks and
// release them again, and read what they protect; docs/internals/polling.md says why that is redundant. A thread whose
// round was redundant and took a lock waits for good: another run has the execution without that round. If another
// thread met the lock while it was held, the round had an effect.
//
// An iteration that the plan decided, or began, is not taken back: its thread waits for good. Then the run says, at its
// end, whether the thread had read the newest values, and so would wait forever, or has missed a change.
#pragma once

#include <cstdint>

#include "abi/await_conditions.h"
#include "runtime/base/hidden.h"
#include "runtime/state/event_record.h"

namespace sleave::rt {

struct AwaitLoop;

// Whether the plan asks for it; and for loops that poll.
SLEAVE_HIDDEN extern bool awaits_matter;
SLEAVE_HIDDEN extern bool polls_matter;

void awaits_start();

// An event of the current thread was executed and is not counted yet: before the race detector sees it, and after.
void before_await_event(const EventRecord& event_record);
void await_event(const EventRecord& event_record);

// The current thread takes a signal in its loops, whose handler may change what it has looked at, or is about to do
// more than look.
void act_in_loops();

// The current thread's next event is a load after which its loop ends if the condition holds.
struct AwaitedCondition {
  bool known;
  sleave_await_condition condition;
  std::uint64_t mask;
  std::uint64_t operand;
};
void await_until(const AwaitedCondition& condition);
// It was executed, and is recorded next.
AwaitedCondition take_awaited_condition();

// No thread can continue. Whether a thread waits in a loop; and whether one of them has missed a change.
bool anybody_awaits();
bool somebody_missed_a_change();

constexpr std::uint32_t kNoPoll = ~0u;

// The beginning of a loop in the function with this frame.
struct LoopPlace {
  std::uintptr_t site;
  const void* frame;
  std::uint32_t poll;  // which loop of its function that polls it is, or kNoPoll
};

// For the hook at the beginning of an iteration (runtime/sync/await.cc). The current thread is in that loop.
AwaitLoop& arrive_at_loop(const LoopPlace& place);
// Whether the last iteration was of this loop, began with the same `state`, and only looked.
bool only_looked(const AwaitLoop& loop, std::uint64_t state);
// And looked once: another iteration that follows at once would find the same. After several looks that would depend on
// where other threads' operations came between, which is more than a class says.
bool would_find_the_same(const AwaitLoop& loop, std::uint64_t state);
// Waits until something it read has changed. Returns the index of the thread's event with which that iteration began:
// the events from there on have no effect.
std::uint64_t wait_in_loop(AwaitLoop& loop);
void begin_iteration(AwaitLoop& loop, std::uint64_t state);
// The current thread has left a loop that polls.
void leave_poll(std::uint32_t poll, const void* frame);

}  // namespace sleave::rt

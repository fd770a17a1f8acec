#include "runtime/sched/event_priority.h"

#include "runtime/sched/choose.h"
#include "runtime/sched/conflict.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

// Silent operations stand above drawn ones, drawn ones above those of threads that wait, which count down.
constexpr std::uint64_t kSilent = 1ull << 63;
constexpr std::uint64_t kDrawn = 1ull << 62;

std::uint64_t lowest;
bool starts_are_silent;  // and what else becomes of threads
bool unlocks_are_silent;
bool somebody_waits;  // perhaps

bool is_unlock(sleave_event_kind kind) {
  return kind == SLEAVE_EV_mutex_unlock || kind == SLEAVE_EV_rwlock_unlock || kind == SLEAVE_EV_spin_unlock;
}

// Whether no operation of another thread could come out differently before and after it.
bool is_silent(sleave_event_kind kind) {
  switch (kind) {
    case SLEAVE_EV_thread_start:
    case SLEAVE_EV_thread_create:
    case SLEAVE_EV_thread_join:
    case SLEAVE_EV_thread_exit:
      return starts_are_silent;
    default:
      return unlocks_are_silent && is_unlock(kind);
  }
}

}  // namespace

void priorities_start(Random& random) {
  lowest = kDrawn;
  somebody_waits = false;
  starts_are_silent = !reuses_addresses();
  unlocks_are_silent = starts_are_silent && random.below(2) == 1;
}

void draw_priority(Random& random, Thread& thread) { thread.priority = kDrawn | random.next() >> 2; }

void lowest_priority(Thread& thread) {
  thread.priority = --lowest;
  somebody_waits = true;
}

bool is_lowest(const Thread& thread) { return (thread.priority & kDrawn) == 0; }

std::uint64_t rank_of(const Thread& thread) { return thread.priority | (is_silent(thread.pending.kind) ? kSilent : 0); }

void event_ran(Random& random, const Thread& current) {
  const bool changed_something = current.fruitless == 0;
  if (!somebody_waits || !changed_something) return;
  somebody_waits = false;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    Thread& thread = scheduler.thread(i);
    if (!is_lowest(thread)) continue;
    if (&thread != &current && thread.pending.kind == SLEAVE_EV_yield) {
      draw_priority(random, thread);
    } else {
      somebody_waits = true;
    }
  }
}

void event_runs(Random& random, Thread& thread) {
  for (std::uint32_t i = 0; i < scheduler.live_count(); ++i) {
    Thread& other = scheduler.live(i);
    if (&other == &thread || conflict(other.pending, thread.pending)) draw_priority(random, other);
  }
}

}  // namespace sleave::rt

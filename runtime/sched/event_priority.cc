#include "runtime/sched/event_priority.h"

#include "abi/plan.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/change_points.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/conflict.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

// Silent operations stand above drawn ones, these above drawn ones of threads that fell behind, and those above the
// operations of threads that wait, which count down.
constexpr std::uint64_t kSilent = 1ull << 63;
constexpr std::uint64_t kDrawn = 1ull << 62;
constexpr std::uint64_t kBehind = 1ull << 61;

constexpr std::uint64_t kLingers = 0x6c696e676572;  // tells these draws from others of the same seed

std::uint64_t lowest;
bool starts_are_silent;  // and creation and joins of threads
bool ends_are_silent;
bool unlocks_are_silent;
bool somebody_waits;
std::uint64_t lingering;   // of eight threads, those that linger
std::uint64_t hesitation;  // of a thread that updated something: events of it that may be put off
std::uint32_t patience;    // decisions after which nobody is behind any longer: the others may wait for that one
constexpr std::uint32_t kPatience = 1'000;

bool is_unlock(sleave_event_kind kind) {
  return kind == SLEAVE_EV_mutex_unlock || kind == SLEAVE_EV_rwlock_unlock || kind == SLEAVE_EV_spin_unlock;
}

// Whether no operation of another thread could come out differently before and after it.
bool is_silent(const Thread& thread) {
  switch (thread.pending.kind) {
    case SLEAVE_EV_thread_start:
    case SLEAVE_EV_thread_create:
      return starts_are_silent;
    case SLEAVE_EV_thread_join:
      return starts_are_silent && thread.deadline == kNoDeadline;
    case SLEAVE_EV_thread_exit:
      return ends_are_silent;
    default:
      return unlocks_are_silent && is_unlock(thread.pending.kind);
  }
}

void draw_priority(Random& random, Thread& thread) { thread.priority = kDrawn | random.next() >> 2; }

bool is_update(sleave_event_kind kind) {
  return kind == SLEAVE_EV_atomic_rmw || kind == SLEAVE_EV_atomic_cas || kind == SLEAVE_EV_mutex_lock;
}

// Into the lowest eighth of those that are drawn.
void put_off(Thread& thread) { thread.priority = kDrawn | (thread.priority & (kDrawn - 1)) >> 3; }

// The thread's next priority is drawn, and its pending event will run.
void hesitate(Random& random, Thread& thread) {
  if (is_update(thread.pending.kind)) thread.put_off = 1 + random.below(hesitation);
  if (thread.put_off == 0) return;
  --thread.put_off;
  put_off(thread);
}

bool may_hand_over(sleave_event_kind kind) {
  return is_update(kind) || is_unlock(kind) || kind == SLEAVE_EV_atomic_store;
}

void catch_up() {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) scheduler.thread(i).fell_behind = false;
}

}  // namespace

void priorities_start(Random& random) {
  lowest = kBehind;
  somebody_waits = false;
  patience = 0;
  hesitation = sleave_hesitating_events(runtime.plan->tail_events);
  lingering = sleave_lingering_of(runtime.plan->tail_events);
  starts_are_silent = !reuses_addresses();
  unlocks_are_silent = starts_are_silent && random.below(2) == 1;
  ends_are_silent = starts_are_silent && (unlocks_are_silent || random.below(2) == 1);
  change_points_start(random);
}

void priorities_add(Random& random, Thread& thread) {
  thread.fell_behind = false;
  thread.put_off = 0;
  thread.lingers = false;
  draw_priority(random, thread);
}

void lowest_priority(Thread& thread) {
  thread.priority = --lowest;
  somebody_waits = true;
}

bool threads_linger() { return lingering != 0; }

void linger(Thread& thread) {
  if (!thread.wrote_plain || !may_hand_over(thread.pending.kind)) return;
  thread.wrote_plain = false;
  thread.lingers = mix(runtime.plan->tail_seed ^ kLingers, thread.index) % 8 < lingering;
}

bool is_lowest(const Thread& thread) { return thread.priority < kBehind; }

std::uint64_t rank_of(const Thread& thread) {
  const std::uint64_t own =
      (thread.fell_behind || thread.lingers) && !is_lowest(thread) ? thread.priority >> 1 : thread.priority;
  return own | (is_silent(thread) && !thread.lingers ? kSilent : 0);
}

bool falls_behind(Thread& thread) {
  if (take_change_point() == 0) return false;
  thread.fell_behind = true;
  patience = kPatience;
  return true;
}

void event_ran(Random& random, Thread& current) {
  if (threads_linger()) linger(current);
  const bool changed_something = current.fruitless == 0;
  if (!somebody_waits || !changed_something) return;
  somebody_waits = is_lowest(current);
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    Thread& thread = scheduler.thread(i);
    if (&thread != &current && is_lowest(thread)) draw_priority(random, thread);
  }
}

void event_runs(Random& random, Thread& thread) {
  thread.lingers = false;
  if (patience != 0) {
    --patience;
    if (patience == 0) catch_up();
  }
  if (thread.pending.object == nullptr) return draw_priority(random, thread);  // races with nothing
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    Thread& other = scheduler.thread(i);
    const bool races = !is_lowest(other) && conflict(other.pending, thread.pending);
    if (&other == &thread || races) draw_priority(random, other);
  }
  if (hesitation != 0) hesitate(random, thread);
}

}  // namespace sleave::rt

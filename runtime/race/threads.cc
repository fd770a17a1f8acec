#include "runtime/race/threads.h"

#include <string.h>

#include "abi/words.h"
#include "runtime/base/arena.h"
#include "runtime/base/fatal.h"
#include "runtime/race/access.h"
#include "runtime/race/known_words.h"

namespace sleave::rt {

RaceThread nobody_races = {.index = 0,
                           .epoch = ~0ull,
                           .mark = 0,
                           .now = {},
                           .acquired_later = {},
                           .fenced = {},
                           .round = nullptr,
                           .defers = false,
                           .deferred = {},
                           .joined_later = {}};
RaceThread* race_self = &nobody_races;

namespace {

ArenaArray<RaceThread*> threads;
std::uint64_t marks;  // in use since __sleave_known was empty

// When all marks were in use they begin again, and nothing is known of any thread.
void forget_marks() {
  memset(__sleave_known.words, 0, sizeof __sleave_known.words);
  for (RaceThread* thread : threads) thread->mark = 0;
  marks = 0;
}

void give_mark(RaceThread& thread) {
  if (marks + 1 == SLEAVE_KNOWN_MARKS) forget_marks();
  thread.mark = ++marks << SLEAVE_KNOWN_MARK_SHIFT;
}

}  // namespace

void race_continue(RaceThread& thread) {
  race_self = &thread;
  if (thread.mark == 0 && &thread != &nobody_races) give_mark(thread);
  __sleave_known.mark = thread.mark;
}

RaceThread& race_thread(std::uint32_t index) {
  while (threads.size() <= index) {
    auto* thread = arena_new<RaceThread>();
    thread->index = static_cast<std::uint32_t>(threads.size());
    thread->now.set(thread->index, 1);
    thread->epoch = Access::epoch_of(thread->index, 1);
    threads.push(thread);
  }
  return *threads[index];
}

std::uint32_t race_thread_count() { return static_cast<std::uint32_t>(threads.size()); }

void begin_epoch(RaceThread& thread) {
  const Tick tick = thread.now[thread.index] + 1;
  if (tick > Access::kMostTicks) fatal("a thread synchronized more often than the race detector can count", 0);
  thread.now.set(thread.index, tick);
  thread.epoch = Access::epoch_of(thread.index, tick);
  if (&thread == race_self) {
    give_mark(thread);
    __sleave_known.mark = thread.mark;
  } else {
    thread.mark = 0;
  }
}

void load_clock(RaceThread& thread, const Clock& released, bool acquires) {
  (acquires ? thread.now : thread.acquired_later).join(released);
}

void store_clock(const RaceThread& thread, Clock& released, bool releases) {
  released.assign(releases ? thread.now : thread.fenced);
}

void continue_clock(const RaceThread& thread, Clock& released, bool releases) {
  released.join(releases ? thread.now : thread.fenced);
}

void fence_clock(RaceThread& thread, bool acquires, bool releases) {
  if (acquires) thread.now.join(thread.acquired_later);
  if (!releases) return;
  thread.fenced.assign(thread.now);
  begin_epoch(thread);
}

// Consume is acquire, as in every compiler.
bool order_acquires(unsigned order) {
  return order == SLEAVE_ORDER_consume || order == SLEAVE_ORDER_acquire || order == SLEAVE_ORDER_acq_rel ||
         order == SLEAVE_ORDER_seq_cst;
}

bool order_releases(unsigned order) {
  return order == SLEAVE_ORDER_release || order == SLEAVE_ORDER_acq_rel || order == SLEAVE_ORDER_seq_cst;
}

}  // namespace sleave::rt

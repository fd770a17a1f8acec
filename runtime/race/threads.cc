#include "runtime/race/threads.h"

#include "abi/words.h"
#include "runtime/base/arena.h"
#include "runtime/base/fatal.h"
#include "runtime/race/access.h"

namespace sleave::rt {

RaceThread nobody_races = {.index = 0,
                           .epoch = ~0ull,
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

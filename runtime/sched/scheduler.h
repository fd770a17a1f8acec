// The scheduler: the single place where control passes from one logical thread to another.
//
// A visible operation is performed in three steps:
//
//   scheduler.point({kind, site, object, ready});   others may run here; returns when the operation can be performed
//   ... do it: plain sequential code, no other thread runs ...
//   record(...)                                     one event of this thread
//
// The point comes before the operation, so at every decision each thread is described by its next operation, and a
// thread whose next operation cannot continue (a lock held by another) is not enabled. A thread is never scheduled
// without effect: every decision is followed by exactly one event of the chosen thread, which is why (thread, event
// index) always names the same decision.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/sources.h"
#include "runtime/state/alarm.h"
#include "runtime/state/thread.h"
#include "runtime/state/watch.h"
#include "runtime/trace/stack.h"

namespace sleave::rt {

class Scheduler {
 public:
  // Enters a new thread; it is enabled, with thread_start pending.
  void add(Thread& thread);

  // The current thread is about to do `pending`.
  void point(const Pending& pending) {
    Thread& self = *runtime.current;
    if (__builtin_expect(!just_goes_on(self, pending), 0)) {
      point_until(pending, kNoDeadline);
      return;
    }
    self.interrupted = false;
    // Word by word: a copy of the whole would wait until its parts are written.
    self.pending.kind = pending.kind;
    self.pending.site = pending.site;
    self.pending.object = pending.object;
    self.pending.ready = nullptr;
    self.pending.needs_ready = pending.needs_ready;
    self.pending_stack = SLEAVE_NO_STACK;
    self.deadline = kNoDeadline;
  }

  // The same for an operation that gives up at virtual time `deadline`. Returns false if it gave up, or if a signal
  // handler ended the wait (Thread::interrupted). A choice of the plan may let it give up sooner; then the time in
  // between has passed.
  //
  // A signal that waits for this thread is taken here: it makes the thread enabled whatever it waits for, and when the
  // thread is chosen the decision's event is the taking of the signal. The handler runs, with events of its own; then
  // the operation is announced again.
  bool point_until(const Pending& pending, std::uint64_t deadline);

  // The current thread is about to end the process, and with it the other threads. In a search it waits until no other
  // thread can continue: what they do until then is part of the run, and every earlier end is a beginning of it.
  void point_of_end(const Pending& pending);

  // One decision, signals left aside: for the taking of a signal itself.
  bool turn(const Pending& pending, std::uint64_t deadline);

  // The current thread answers a request to cancel it: a decision of its own, then the answer.
  [[noreturn]] void answer_request_to_cancel(std::uintptr_t site);

  // The current thread ends here and never runs again.
  [[noreturn]] void leave();

  // `object` changed: pending operations on it may have become possible or impossible.
  void changed(const void* object);

  // Signals for `thread` came or went.
  void reconsider(Thread& thread);

  // The current thread gave up a wait. Where a choice made it give up before `deadline`, that time has passed now.
  void gave_up(std::uint64_t deadline);

  // Asks the threads that wait once more: whether any can continue.
  bool anybody_can_continue();

  // Virtual time advanced: timed waits whose deadline has passed can continue.
  void time_passed();

  // The program wrote plain memory: not an event, but progress.
  void wrote_plain() { __sleave_watch.quiet = 0; }

  // One more event executed by the current thread. `fruitful`: it changed something others can see.
  void executed(bool fruitful);

  // The current thread, the only one, is no longer about to do what it waited for.
  void forget_wait();
  // No other thread continues, or those that could before do again.
  void hold_others(bool held);

  // The current thread says that it waits for others (yield, spin-wait hint).
  void yielded();

  [[nodiscard]] std::uint32_t thread_count() const { return static_cast<std::uint32_t>(threads_.size()); }
  [[nodiscard]] Thread& thread(std::uint32_t index) { return *threads_[index]; }
  // Those that have not ended, by index.
  [[nodiscard]] std::uint32_t live_count() const { return static_cast<std::uint32_t>(live_.size()); }
  [[nodiscard]] Thread& live(std::uint32_t i) { return *live_[i]; }
  [[nodiscard]] std::uint32_t enabled_count() const { return static_cast<std::uint32_t>(enabled_.size()); }
  [[nodiscard]] Thread& enabled(std::uint32_t i) { return *enabled_[i]; }
  // Whether a thread besides the current one has not ended, timers left aside.
  [[nodiscard]] bool others_live();
  // Whether another thread exists that was not joined, so that its events need not be ordered with the current one's.
  // Unlike others_live() it is the same in all runs of an equivalence class.
  [[nodiscard]] bool has_company() const { return threads_.size() > joined_ + 1; }
  // A thread was joined.
  void joined() { ++joined_; }
  [[nodiscard]] bool is_enabled(const Thread& thread) const { return thread.state == SLEAVE_THREAD_ENABLED; }

  // Called when the plan takes effect.
  void start_plan();

  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] std::uint64_t points() const { return points_; }
  [[nodiscard]] std::uint64_t switches() const { return switches_; }
  // How control came to the current thread: for the event's flags.
  [[nodiscard]] bool switched() const { return switched_; }
  [[nodiscard]] bool preempted() const { return preempted_; }
  void clear_switched() { switched_ = preempted_ = false; }

 private:
  // No other thread can run, and nothing is due: point_until() would only note what is pending.
  [[nodiscard]] bool just_goes_on(const Thread& self, const Pending& pending) const {
    return enabled_.size() == 1 && enabled_[0] == &self && pending.ready == nullptr && outside_signals == 0 &&
           endable_ == 0 && !timers_used && !self.signal_due && !self.cancel_requested &&
           self.interrupted_call == nullptr && !records_stacks();
  }
  void set_state(Thread& thread, sleave_thread_state state);
  void update(Thread& thread);
  void draw_wait_choices(Thread& self);
  void draw_timer();
  void look_at_waiting();
  void look_at_timers();
  bool time_is_up(const Thread& thread) const;
  [[nodiscard]] bool anybody_is_patient();
  void let_time_out(Thread& thread);
  bool let_somebody_time_out();
  bool let_process_end();
  [[nodiscard]] bool only_held_threads_continue();
  void go_where_plan_waits();
  void choose_and_run();
  Thread* decide();
  void fire_next_deadline();
  void let_time_pass();
  void hand_over(Thread& next);

  ArenaArray<Thread*> threads_;
  ArenaArray<Thread*> live_;
  ArenaArray<Thread*> enabled_;  // by index
  std::uint32_t joined_;         // threads that were joined
  std::uint32_t guarded_;        // threads whose pending operation has a condition
  std::uint32_t timed_;          // threads with a deadline
  std::uint32_t endable_;        // threads whose wait a search may end: by a time-out, or with the run, and timers; one
                                 // more where the plan decides about signals, at every point, or
                                 // threads test for cancellation
  std::uint64_t events_;
  std::uint64_t points_;
  std::uint64_t switches_;
  bool switched_;
  bool preempted_;
};

SLEAVE_HIDDEN extern Scheduler scheduler;

}  // namespace sleave::rt

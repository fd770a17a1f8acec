#include "runtime/sched/scheduler.h"

#include "runtime/base/fatal.h"
#include "runtime/base/outcome.h"
#include "runtime/base/runtime.h"
#include "runtime/fiber/carrier.h"
#include "runtime/race/race.h"
#include "runtime/sched/choose.h"
#include "runtime/sched/handler_calls.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/sources.h"
#include "runtime/sched/stuck.h"
#include "runtime/state/alarm.h"
#include "runtime/state/clock.h"
#include "runtime/state/progress.h"
#include "runtime/state/search.h"
#include "runtime/trace/stack.h"

namespace sleave::rt {

constinit Scheduler scheduler{};

namespace {

constexpr std::uint32_t kMostFutileAlarms = 1'000;
// Events in a row without a change after which time passes for those who sleep. A plan may have less patience.
constexpr std::uint64_t kQuietUntilTimePasses = 100'000;

std::uint64_t quiet_due;  // events in a row without a change: when to let time pass, or to end the run

// Plans with different patience do so at the same places, up to where the first of them ends its run.
void look_again_after(std::uint64_t quiet) {
  const std::uint64_t most = runtime.plan->quiet_events;
  quiet_due = quiet + kQuietUntilTimePasses;
  if (quiet < most && most < quiet_due) quiet_due = most;
}

// Of a thread that is about to end the process.
bool is_alone(const Thread& thread) { return thread.alone; }
bool waits_to_end_process(const Pending& pending) { return pending.ready == is_alone; }

// Of a run with signals or cancellation anything that waits may be ended.
std::uint32_t endable_at_rest() {
  return (runtime.plan->flags & (SLEAVE_PLAN_SIGNALS | SLEAVE_PLAN_CANCELS)) != 0 ? 1 : 0;
}

bool is_about_to_fire(const Thread& thread) { return thread.pending.kind == SLEAVE_EV_timer_fire; }

}  // namespace

void Scheduler::add(Thread& thread) {
  threads_.push(&thread);
  live_.push(&thread);
  thread.state = SLEAVE_THREAD_BLOCKED;
  thread.deadline = kNoDeadline;
  set_state(thread, SLEAVE_THREAD_ENABLED);
  policy_add(thread);
}

void Scheduler::start_plan() {
  events_ = points_ = switches_ = 0;
  __sleave_watch.quiet = 0;
  look_again_after(0);
  switched_ = preempted_ = false;
  endable_ = endable_at_rest();
  for (Thread* thread : threads_) thread->events = 0;
  follow_start();
  policy_start();
  choices_start();
  for (Thread* thread : threads_) policy_add(*thread);
}

void Scheduler::set_state(Thread& thread, sleave_thread_state state) {
  if (thread.state == state) return;
  const bool was = thread.state == SLEAVE_THREAD_ENABLED;
  const bool is = state == SLEAVE_THREAD_ENABLED;
  thread.state = state;
  if (was == is) return;
  std::size_t at = 0;
  while (at < enabled_.size() && enabled_[at]->index < thread.index) ++at;
  if (is) {
    enabled_.insert(at, &thread);
  } else {
    enabled_.remove(at);
  }
}

// Whether the pending operation can go on, by its own condition or because its time is up.
void Scheduler::update(Thread& thread) {
  if (thread.state == SLEAVE_THREAD_DONE) return;
  if (thread.pending.ready == nullptr || thread.signal_due || thread.pending.ready(thread) ||
      must_answer_cancel(thread, thread.pending.kind, true)) {
    set_state(thread, SLEAVE_THREAD_ENABLED);
  } else if (time_is_up(thread) && !thread.pending.needs_ready) {
    set_state(thread, SLEAVE_THREAD_ENABLED);
  } else if (thread.deadline != kNoDeadline && thread.deadline > clock_now()) {
    set_state(thread, SLEAVE_THREAD_TIMED);
  } else {
    set_state(thread, SLEAVE_THREAD_BLOCKED);
  }
}

bool Scheduler::time_is_up(const Thread& thread) const {
  return thread.deadline != kNoDeadline && (thread.early || thread.deadline <= clock_now());
}

// What the plan lets a wait do by itself. Decided as it begins, so that it belongs to the thread's own pending event;
// the thread then is enabled, and when it uses that liberty is a matter of the schedule. A sleep is one of them: who
// says "long after everything else" by it has a machine in mind that is never busy.
void Scheduler::draw_wait_choices(Thread& self) {
  const sleave_event_kind kind = self.pending.kind;
  const bool sleeps = kind == SLEAVE_EV_cond_wake || kind == SLEAVE_EV_futex_woken;
  if (!self.spurious_decided) self.spurious = sleeps && choose(SLEAVE_CHOICE_spurious);
  self.spurious_decided = false;
  const bool timed = self.deadline != kNoDeadline;
  self.unhurried = timed && !sleeps && time_is_free();
  if (self.unhurried) {
    self.early = false;
    self.deadline = kNoDeadline;
    return;
  }
  const sleave_choice_kind early = kind == SLEAVE_EV_sleep ? SLEAVE_CHOICE_sleep : SLEAVE_CHOICE_timeout;
  self.early = timed && (self.timeout_decided ? self.gives_up : choose(early));
  self.timeout_decided = false;
  if (!timed || !time_is_free() || self.early) return;
  self.patient = true;
  self.deadline = kNoDeadline;
}

// What the plan lets the clock do while others could go on: asked before every event, for as long as a timer is set.
// One that would end the process is not hurried, and keeps back those after it.
void Scheduler::draw_timer() {
  const std::uint64_t alarm = next_alarm();
  const std::uint64_t timer = next_timer_deadline(false);
  const std::uint64_t first = timer < alarm ? timer : alarm;
  if (first == kNoDeadline || next_timer_deadline(true) < first || !choose(SLEAVE_CHOICE_timer)) return;
  jump_to_timer(first);
  look_at_waiting();
}

// They may stay blocked all the same: a condition wait whose time is up still needs its mutex.
void Scheduler::look_at_waiting() {
  for (Thread* thread : live_) {
    if (thread->state == SLEAVE_THREAD_TIMED || thread->state == SLEAVE_THREAD_BLOCKED) update(*thread);
  }
}

// Whether a timer can fire may depend on every other operation.
void Scheduler::look_at_timers() {
  for (Thread* thread : live_) {
    if (is_about_to_fire(*thread)) update(*thread);
  }
}

bool Scheduler::others_live() {
  for (const Thread* thread : live_) {
    if (thread != runtime.current && !thread->of_timer) return true;
  }
  return false;
}

// With free time: whether a thread waits that could give up, had the plan said so; or could take a signal; or a timer
// that may not fire as often. Then another plan has what is to come, or none.
bool Scheduler::anybody_is_patient() {
  for (const Thread* thread : live_) {
    if (is_about_to_fire(*thread) && only_bound_stops_timer(*thread)) return true;
    if (misses_cancel(*thread)) return true;
    if (thread->patient || (signals_are_chosen() && misses_signal(*thread))) return true;
  }
  return false;
}

// With free time a lock, a join or a call on descriptors that times out is one that was not possible at its moment. So
// there is nothing to decide but that moment: it waits until it is possible, or until it is its turn all the same.
void Scheduler::let_time_out(Thread& thread) {
  thread.unhurried = false;
  thread.early = true;
  thread.deadline = clock_now();
  update(thread);
}

bool Scheduler::let_somebody_time_out() {
  for (Thread* thread : live_) {
    if (!thread->unhurried || is_enabled(*thread)) continue;
    let_time_out(*thread);
    return true;
  }
  return false;
}

void Scheduler::point_of_end(const Pending& pending) {
  Pending end = pending;
  if (is_search()) end.ready = is_alone;
  runtime.current->alone = false;
  point(end);
}

// The first thread that waits to end the process may.
bool Scheduler::let_process_end() {
  for (Thread* thread : live_) {
    if (!waits_to_end_process(thread->pending)) continue;
    check_before_end();
    thread->alone = true;
    update(*thread);
    return true;
  }
  return false;
}

// Threads that the tail holds back continue only where no other can, and the process ends before that.
bool Scheduler::only_held_threads_continue() {
  for (const Thread* thread : enabled_) {
    if (waits_to_end_process(thread->pending) || !policy_holds(*thread)) return false;
  }
  return enabled_.size() != 0;
}

bool Scheduler::point_until(const Pending& pending, std::uint64_t deadline) {
  Thread& self = *runtime.current;
  self.interrupted = false;
  if (__builtin_expect(self.interrupted_call != nullptr, 0)) {
    if (const char* function = unsafe_function_of(pending.kind)) check_call_in_handler(function, pending.site);
  }
  for (;;) {
    if (__builtin_expect(outside_signals != 0, 0)) collect_outside_signals();
    if (__builtin_expect(endable_ != 0, 0) && signals_are_chosen() && take_chosen_signals(pending, deadline)) {
      self.interrupted = true;
      return false;
    }
    if (__builtin_expect(endable_ != 0, 0) && cancels_are_tested()) test_for_cancel(pending);
    const bool went_on = turn(pending, deadline);
    if (__builtin_expect(!self.signal_due && !self.cancel_requested, 1)) return went_on;
    const bool waits = pending.ready != nullptr && !pending.ready(self) && deadline > clock_now();
    if (!self.signal_due) {
      if (must_answer_cancel(self, pending.kind, waits)) answer_cancel(pending.site);
      return went_on;
    }
    take_signal();
    if (!waits || !handler_ends_wait(pending.kind, deadline)) continue;
    self.interrupted = true;
    return false;
  }
}

bool Scheduler::turn(const Pending& pending, std::uint64_t deadline) {
  Thread& self = *runtime.current;
  self.pending = pending;
  self.pending_stack = records_stacks() ? stack_here(pending.site) : SLEAVE_NO_STACK;
  self.deadline = deadline;
  if (__builtin_expect(timers_used, 0)) draw_timer();
  const bool guarded = pending.ready != nullptr;
  bool endable = false;
  if (guarded) {
    ++guarded_;
    self.waits_from = events_;
    if (deadline != kNoDeadline) ++timed_;
    draw_wait_choices(self);
    endable = self.unhurried || self.awaited != nullptr || waits_to_end_process(pending) ||
              pending.kind == SLEAVE_EV_timer_fire;
    if (endable) ++endable_;
    update(self);
    if (self.state == SLEAVE_THREAD_BLOCKED) check_for_cycle(self);
    if (__builtin_expect(claims_progress(), 0)) check_progress_of_wait(self);
  }
  if (enabled_.size() != 1 || enabled_[0] != &self || (endable_ != 0 && is_search())) {
    choose_and_run();
    if (__builtin_expect(is_stuck, 0)) report_stuck();
  }
  if (!guarded) return true;
  --guarded_;
  if (endable) --endable_;
  self.patient = self.unhurried = false;
  if (deadline == kNoDeadline) return true;
  --timed_;
  self.timed_out = !pending.ready(self);
  self.deadline = kNoDeadline;
  if (self.timed_out && !self.signal_due && !self.cancel_requested) gave_up(deadline);
  return !self.timed_out;
}

void Scheduler::forget_wait() {
  Thread& self = *runtime.current;
  guarded_ = timed_ = 0;
  endable_ = endable_at_rest();
  self.pending = {SLEAVE_EV_yield, 0, nullptr, nullptr};
  self.deadline = kNoDeadline;
  self.waits_on = self.awaited = nullptr;
  self.signalled = self.patient = self.unhurried = false;
  self.fruitless = 0;
  set_state(self, SLEAVE_THREAD_ENABLED);
}

void Scheduler::hold_others(bool held) {
  for (Thread* thread : live_) {
    if (thread == runtime.current) continue;
    if (!held) {
      update(*thread);
    } else if (thread->state == SLEAVE_THREAD_ENABLED) {
      set_state(*thread, SLEAVE_THREAD_BLOCKED);
    }
  }
}

void Scheduler::gave_up(std::uint64_t deadline) {
  if (time_is_free()) return;  // the clock goes on in an event of its own
  runtime.current->early = runtime.current->early && clock_now() < deadline;
  if (!runtime.current->early) return;
  clock_advance_to(deadline);
  time_passed();
}

void Scheduler::answer_request_to_cancel(std::uintptr_t site) {
  turn({SLEAVE_EV_thread_cancelled, site, nullptr, nullptr}, kNoDeadline);
  answer_cancel(site);
}

void Scheduler::leave() {
  Thread& self = *runtime.current;
  set_state(self, SLEAVE_THREAD_DONE);
  std::size_t at = 0;
  while (live_[at] != &self) ++at;
  live_.remove(at);
  self.pending = {SLEAVE_EV_COUNT, 0, nullptr, nullptr};
  changed(&self);
  choose_and_run();
  fatal("bug in Sleave, please report: a finished thread was resumed", static_cast<int>(self.index));
}

void Scheduler::changed(const void* object) {
  if (guarded_ == 0) return;
  for (Thread* thread : live_) {
    if (thread != runtime.current && thread->pending.object == object && thread->pending.ready != nullptr)
      update(*thread);
  }
}

void Scheduler::reconsider(Thread& thread) {
  if (&thread != runtime.current && thread.pending.ready != nullptr) update(thread);
}

bool Scheduler::anybody_can_continue() {
  look_at_waiting();
  return enabled_.size() != 0;
}

void Scheduler::time_passed() {
  fire_due_timers();
  if (timed_ == 0) return;
  for (Thread* thread : live_) {
    if (thread != runtime.current && thread->state == SLEAVE_THREAD_TIMED) update(*thread);
  }
}

void Scheduler::fire_next_deadline() {
  if (let_somebody_time_out()) return;
  if (let_process_end()) return;
  if (anybody_is_patient()) report_overtaken();
  std::uint64_t first = next_alarm();
  for (Thread* thread : live_) {
    if (thread->state == SLEAVE_THREAD_TIMED && thread->deadline < first) first = thread->deadline;
  }
  const std::uint64_t timer = next_timer_deadline(first != kNoDeadline);
  if (timer < first) first = timer;
  if (is_guest) {
    guest_waits(first);
    fire_due_timers();
  } else if (first != kNoDeadline) {
    clock_advance_to(first);
    fire_due_timers();
  } else if (!wait_for_outside() && !outside_signal_came()) {
    report_deadlock();
  }
  if (outside_signals != 0) collect_outside_signals();
  look_at_waiting();
}

// Who can run only spins, perhaps for somebody who sleeps: the next deadline comes at last.
void Scheduler::let_time_pass() {
  const std::uint64_t quiet = __sleave_watch.quiet;
  __sleave_watch.quiet = 0;
  look_again_after(0);
  if (let_somebody_time_out()) return;
  if (let_process_end()) return;
  if (anybody_is_patient()) report_overtaken();
  bool anybody_sleeps = false;
  for (Thread* thread : live_) anybody_sleeps |= thread->state == SLEAVE_THREAD_TIMED;
  if (!anybody_sleeps && next_timer_deadline(false) == kNoDeadline && next_alarm() == kNoDeadline) {
    if (quiet == runtime.plan->quiet_events) report_no_progress();
    __sleave_watch.quiet = quiet;
    look_again_after(quiet);
    return;
  }
  fire_next_deadline();
}

// A search does not know where calls on descriptors block, and may have put one there: no run is like that.
void Scheduler::go_where_plan_waits() {
  if (!is_search()) return;
  const bool decided = events_ < runtime.plan->decided_events;
  if (!decided && follow_done()) return;
  Thread* wanted = follow_wanted(*runtime.current);
  if (wanted == nullptr || is_enabled(*wanted)) return;
  if (wanted->unhurried && (decided || wanted != runtime.current)) return let_time_out(*wanted);
  const bool takes = wanted->pending.kind == SLEAVE_EV_signal_take || wanted->pending.kind == SLEAVE_EV_signal_wait ||
                     is_about_to_fire(*wanted);
  if (decided && (wanted->awaited != nullptr || takes)) report_overtaken();
}

void Scheduler::choose_and_run() {
  if (endable_ != 0) look_at_timers();
  go_where_plan_waits();
  if (endable_ != 0 && only_held_threads_continue()) let_process_end();
  // Alarms that nobody listens to may go off for ever.
  for (std::uint32_t futile = 0; enabled_.size() == 0; ++futile) {
    if (futile == kMostFutileAlarms) report_deadlock();
    fire_next_deadline();
  }
  Thread* next = decide();
  if (next != runtime.current) hand_over(*next);
}

Thread* Scheduler::decide() {
  if (__builtin_expect(events_ >= checkpoint_due, 0)) at_checkpoint_place();
  if (enabled_.size() > 1) ++points_;
  if (!follow_done()) {
    if (Thread* decided = follow_choose(*runtime.current)) return decided;
    // What is decided for a place that the run has left aside may never come: then it goes on as after the last one.
    const bool left_aside = runtime.plan->decided_events != 0 && events_ > runtime.plan->decided_events;
    if (!left_aside) return is_enabled(*runtime.current) ? runtime.current : next_in_turn(*runtime.current);
  }
  if (enabled_.size() == 1) return enabled_[0];
  return policy_choose(*runtime.current);
}

void Scheduler::hand_over(Thread& next) {
  Thread& self = *runtime.current;
  ++switches_;
  switched_ = true;
  preempted_ = self.state == SLEAVE_THREAD_ENABLED;
  race_switch(next);
  switch_carrier(self, next);
}

void Scheduler::executed(bool fruitful) {
  Thread& self = *runtime.current;
  if (!runtime.planned) return;
  ++self.events;
  self.allocations = 0;
  self.unsafe_call = nullptr;
  if (!follow_done()) follow_executed();
  runtime.trace->events = ++events_;  // also the sign of life the explorer watches
  if (__builtin_expect(self.in_call, 0)) {
    self.last_step = events_;
    if (self.first_step == 0) self.first_step = events_;
    if (__builtin_expect(claims_progress(), 0)) check_progress(self);
  }
  if (fruitful || events_ <= runtime.plan->decided_events) {
    self.fruitless = 0;
    __sleave_watch.quiet = 0;
  } else {
    ++self.fruitless;
    const std::uint64_t repeats = runtime.plan->spin_repeats;
    if (self.fruitless >= repeats && self.fruitless % repeats == 0) policy_waits(self);
    if (++__sleave_watch.quiet == quiet_due) let_time_pass();
  }
  if (events_ >= runtime.plan->max_events) report_step_limit();
}

void Scheduler::yielded() {
  if (runtime.planned) policy_waits(*runtime.current);
}

}  // namespace sleave::rt

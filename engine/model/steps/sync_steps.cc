// Steps of threads and of what they wait for: locks, semaphores, once, conditions, barriers.
#include "engine/model/steps/step_reader.h"
#include "engine/trace/event_kinds.h"

namespace sleave {

using graph::Op;
using graph::Step;

Step StepReader::update(Step step, Op op, std::uint64_t a) {
  step.kind = Step::Kind::update;
  step.operation = {op, 8, a, 0};
  return step;
}

Step StepReader::release(Step step, std::uint64_t held, std::uint64_t then) {
  step.kind = Step::Kind::write;
  step.found = held;
  step.written = then;
  return step;
}

// An operation that takes an object which was in the state `found`, or fails because it was not.
Step StepReader::take(Step step, bool failed, std::uint64_t found) {
  step.stores = !failed;
  step.found = found;
  step.checked = !failed;
  return step;
}

// Mutexes and spin locks. What a recursive mutex does inside its outermost lock concerns nobody else.
Step StepReader::lock_step(const sleave_event& event, Step step) {
  const bool mutex = event.kind != SLEAVE_EV_spin_lock && event.kind != SLEAVE_EV_spin_trylock;
  const bool timed = is_timed(event.kind);
  const bool tries = timed || event.kind == SLEAVE_EV_mutex_trylock || event.kind == SLEAVE_EV_spin_trylock;
  const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
  if (timed && !is_known_time_out(event)) return unknown(event, step);
  if (failed && !tries) return unknown(event, step);
  if (mutex && !failed && event.value != 1) return step;
  const bool weak = is_weak_try(event, step);
  return take(update(step, weak ? Op::weak_try_lock : tries ? Op::try_lock : Op::lock, 1), failed, 0);
}

// Whether a try-lock may fail by itself; the step gets the alternative it took.
bool StepReader::is_weak_try(const sleave_event& event, Step& step) {
  if (operand_ == nullptr) return false;
  const bool by_itself = (event.flags & SLEAVE_EVENT_CHOSEN) != 0;
  step.outcome = by_itself ? 1 : 0;
  try_failures_ += (event.flags & SLEAVE_EVENT_FAILED) == 0 || by_itself ? 1 : 0;
  return choices_.has(SLEAVE_CHOICE_try_fail);
}

Step StepReader::unlock_step(const sleave_event& event, Step step) {
  if ((event.flags & SLEAVE_EVENT_FAILED) != 0) return unknown(event, step);
  if (event.kind == SLEAVE_EV_mutex_unlock && event.value != 0) return step;
  return release(step, 1, 0);
}

// The number of readers is recorded as it is afterwards.
Step StepReader::read_write_step(const sleave_event& event, Step step) {
  const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
  const bool weak = is_weak_try(event, step);
  if (event.extra != 0) gap(GapKind::writers_preferred);
  if (is_timed(event.kind) && !is_known_time_out(event)) return unknown(event, step);
  switch (event.kind) {
    case SLEAVE_EV_rwlock_rdlock:
      return take(update(step, Op::read_lock), failed, event.value - 1);
    case SLEAVE_EV_rwlock_tryrdlock:
    case SLEAVE_EV_rwlock_timedrdlock:
      return take(update(step, weak ? Op::weak_try_read_lock : Op::try_read_lock), failed, event.value - 1);
    case SLEAVE_EV_rwlock_wrlock:
      return take(update(step, Op::write_lock), failed, 0);
    case SLEAVE_EV_rwlock_trywrlock:
    case SLEAVE_EV_rwlock_timedwrlock:
      return take(update(step, weak ? Op::weak_try_write_lock : Op::try_write_lock), failed, 0);
    default:
      return update(step, Op::read_write_unlock);
  }
}

Step StepReader::semaphore_step(const sleave_event& event, Step step) {
  const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
  if (event.kind == SLEAVE_EV_semaphore_value) {
    step.kind = Step::Kind::read;
    step.found = event.value;
    step.checked = true;
    return step;
  }
  if (event.kind == SLEAVE_EV_semaphore_wait) return take(update(step, Op::semaphore_wait), failed, event.value + 1);
  if (event.kind == SLEAVE_EV_semaphore_post) {
    return failed ? unknown(event, step) : take(update(step, Op::semaphore_post), false, event.value - 1);
  }
  if (is_timed(event.kind) && !is_known_time_out(event)) return unknown(event, step);
  step = take(update(step, Op::semaphore_try_wait), failed, failed ? 0 : event.value + 1);
  step.checked = true;
  return step;
}

Step StepReader::once_step(const sleave_event& event, Step step) {
  const bool first = (event.flags & SLEAVE_EVENT_CHANGED) != 0;
  step = take(update(step, Op::once_begin), !first, first ? 0 : 2);
  step.checked = true;
  return step;
}

Step StepReader::condition_step(const sleave_event& event, Step step) {
  const bool woke_none = (event.flags & SLEAVE_EVENT_FAILED) != 0;
  switch (event.kind) {
    case SLEAVE_EV_cond_wait:
      if (step.thread >= 255) gap(GapKind::condition_threads);
      return enqueue_step(event, step);
    case SLEAVE_EV_cond_wake:
      if (takes_leave(event, step, Op::leave_condition, std::uint64_t{step.thread} + 1)) return step;
      if ((event.flags & (SLEAVE_EVENT_TIMED_OUT | SLEAVE_EVENT_CHOSEN)) != 0) return unknown(event, step);
      step.kind = Step::Kind::wake;
      step.written = std::uint64_t{step.thread} + 1;
      return step;
    case SLEAVE_EV_cond_signal:
      step.outcome = value_of_choice(event, SLEAVE_CHOICE_wake);
      step = update(step, Op::signal, choices_.has(SLEAVE_CHOICE_wake) ? 1 : 0);
      break;
    default:
      step = update(step, Op::broadcast);
  }
  step.stores = !woke_none;
  return step;
}

// A wait may time out (event.value), and may wake spuriously (event.order, if it is to).
Step StepReader::enqueue_step(const sleave_event& event, Step step) {
  const bool tries = side_choices_ && choices_.asked(SLEAVE_CHOICE_spurious);
  timed_waits_ += event.value;
  spurious_waits_ += tries ? 1 : 0;
  const bool ends_by_itself = will_give_up(event);
  const std::uint64_t spurious = 1 + event.value;
  step.outcome = static_cast<std::uint16_t>(!ends_by_itself ? 0 : event.order != 0 ? spurious : 1);
  step = update(step, Op::enqueue, step.thread + 1);
  step.operation.b = (event.value != 0 ? graph::kMayTimeOut : 0) | (tries ? graph::kMayWakeSpuriously : 0);
  return step;
}

// A barrier's state here is the number of all arrivals so far.
Step StepReader::barrier_step(const sleave_event& event, Step step) {
  std::uint64_t& arrivals = arrivals_[event.location];
  if (event.extra == 0) return unknown(event, step);
  if (event.kind == SLEAVE_EV_barrier_arrive) {
    if (++arrivals % event.extra != event.value) return unknown(event, step);
    round_of_[{event.thread, event.location}] = (arrivals + event.extra - 1) / event.extra;
    return update(step, Op::add, 1);
  }
  step.kind = Step::Kind::leave;
  step.written = round_of_[{event.thread, event.location}] * event.extra;
  return step;
}

// Whatever uses it afterwards does not block: the program is wrong, and its run says so.
Step StepReader::destroy_step(const sleave_event& event, Step step) {
  if ((event.flags & SLEAVE_EVENT_FAILED) != 0) return unknown(event, step);
  return update(step, Op::exchange, graph::kDestroyed);
}

Step StepReader::thread_step(const sleave_event& event, Step step) {
  const bool creates = event.kind == SLEAVE_EV_thread_create;
  if (!creates && (event.flags & SLEAVE_EVENT_FAILED) == 0) joined_.insert(event.value);
  if (!creates && event.extra != 0 && event.value < threads_.size()) return timed_join_step(event, step);
  if (creates) add_allocation(event, graph::ChoicePlace::with_next);
  const bool refused = (event.flags & SLEAVE_EVENT_CHOSEN) != 0;
  if (creates && refused && side_choices_ && choices_.has(SLEAVE_CHOICE_alloc)) return step;
  if ((event.flags & SLEAVE_EVENT_FAILED) != 0 || event.value >= threads_.size()) {
    not_modeled(event.kind);
    return step;
  }
  step.kind = creates ? Step::Kind::create : Step::Kind::join;
  step.other = threads_[event.value];
  step.location = 0;
  return step;
}

// Who joins a detached thread, or detaches it again, fails in every order of the two. An attempt to join it does not.
Step StepReader::detach_step(const sleave_event& event, Step step) {
  const bool polled = event.value < threads_.size() && facts_.polled.contains(threads_[event.value]);
  return polled ? unknown(event, step) : step;
}

// Where the last thread to end ends the process, the order in which threads end says which one that is.
Step StepReader::thread_exit_step(const sleave_event& event, Step step) {
  ended_.insert(event.thread);
  if (gets_signals(step.thread)) {
    if (facts_.polled.contains(step.thread) || !facts_.last_ends.empty()) not_modeled(event.kind);
    step.location = kKernel;
    return update(step, Op::opaque);
  }
  const bool polled = facts_.polled.contains(step.thread);
  if (facts_.last_ends.empty()) return polled ? write_life(step) : step;
  if (polled) not_modeled(event.kind);
  step.location = kLives;
  return update(step, Op::opaque);
}

// A request is a write, which the other thread reads where it tests (runtime/thread/cancel.h).
Step StepReader::cancel_step(const sleave_event& event, Step step) {
  const bool requests = event.kind == SLEAVE_EV_thread_cancel;
  const std::uint64_t target = requests ? subject_thread(event) : event.thread;
  if (target >= threads_.size()) return unknown(event, step);
  const std::uint32_t thread = threads_[target];
  if (requests && !facts_.canceled.contains(thread)) run_.news.canceled.insert(thread);
  if (!facts_.canceled.contains(thread)) return step;
  if (event.extra != 0) return unknown(event, step);
  step.kind = requests ? Step::Kind::write : Step::Kind::read;
  step.location = request_to(thread);
  step.found = !requests && (event.flags & SLEAVE_EVENT_FAILED) == 0 ? 1 : 0;
  step.checked = !requests;
  step.written = 1;
  return step;
}

}  // namespace sleave

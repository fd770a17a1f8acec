#include "engine/model/steps/step_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "abi/calls/intercepts.h"
#include "abi/limits.h"
#include "engine/trace/words.h"

namespace sleave {

using graph::Op;
using graph::Step;

namespace {

// What threads in loops that only look did before they looked again: it might as well not have been.
std::vector<bool> events_without_effect(const Trace& trace) {
  std::vector<bool> without_effect(trace.events.size());
  const bool any = std::any_of(trace.events.begin(), trace.events.end(),
                               [](const sleave_event& event) { return event.kind == SLEAVE_EV_await; });
  if (!any) return without_effect;
  std::vector<std::vector<std::size_t>> points(trace.threads.size());  // of each thread, ranks in the trace
  for (std::size_t rank = 0; rank < trace.events.size(); ++rank) {
    const sleave_event& event = trace.events[rank];
    if (!is_point(event.kind)) continue;
    std::vector<std::size_t>& own = points[event.thread];
    own.push_back(rank);
    if (event.kind != SLEAVE_EV_await) continue;
    for (std::size_t i = event.value; i < own.size(); ++i) without_effect[own[i]] = true;
  }
  return without_effect;
}

// As the last event of time left it; what else moves it is no event.
std::uint64_t clock_at_end(const Trace& trace, std::uint64_t start) {
  for (auto event = trace.events.rbegin(); event != trace.events.rend(); ++event) {
    const bool time = event->kind == SLEAVE_EV_time_read || event->kind == SLEAVE_EV_time_passes;
    if (time || event->kind == SLEAVE_EV_sleep) return event->value;
  }
  return start;
}

// Every number of bytes by which a transfer falls short is an execution of its own.
constexpr std::uint64_t kMostTransferred = 64;

bool is_descriptor_operation(std::uint32_t kind) {
  return kind >= SLEAVE_EV_descriptor_open && kind <= SLEAVE_EV_descriptor_lock;
}

}  // namespace

StepReader::StepReader(const Trace& trace, const std::vector<std::uint32_t>& threads, const ChoiceSet& choices,
                       const LearnedFacts& facts, const RunBranches* branches, bool side_choices, bool files_apart)
    : trace_(trace),
      threads_(threads),
      choices_(choices),
      facts_(facts),
      branches_(branches),
      side_choices_(side_choices),
      files_apart_(files_apart && facts.signals.empty() && facts.canceled.empty()),
      repeats_(trace.threads.size()),
      executed_(trace.threads.size()) {
  for (const sleave_event& event : trace.events) {
    if (event.kind == SLEAVE_EV_guard_acquire) guards_.insert(event.location);
  }
}

RunSteps StepReader::read() {
  run_.steps.reserve(trace_.events.size());
  const std::vector<bool> without_effect = events_without_effect(trace_);
  std::uint64_t points = 0;
  for (const sleave_event& event : trace_.events) {
    const std::size_t rank = static_cast<std::size_t>(&event - trace_.events.data());
    if (event.kind == SLEAVE_EV_operand) {
      operand_ = &event;
    } else if (event.kind == SLEAVE_EV_heap_alloc) {
      add_allocation(event, graph::ChoicePlace::after_previous);
    } else if (event.kind == SLEAVE_EV_signal_chance) {
      note_chance(event);
    } else if (event.kind == SLEAVE_EV_call_begins || event.kind == SLEAVE_EV_call_ends) {
      note_call(event);
    } else if (event.kind == SLEAVE_EV_serial_order) {
      note_serial_order(event);
    } else if (is_point(event.kind)) {
      add_branches(points++);
      check_await(event, without_effect[rank]);
      if (without_effect[rank]) {
        look_at_dropped(event);
      } else {
        add_chance(event.thread);
        Step step = step_of(event);
        add_orders(event, step);
        const bool stops = step.operation.op == Op::retry_exchange && (event.flags & SLEAVE_EVENT_FAILED) != 0;
        (stops ? run_.blocked : run_.steps).push_back(step);
        if (is_descriptor_operation(event.kind)) add_short_transfer(event);
      }
      repeats_[event.thread] = without_effect[rank];
      operand_ = nullptr;
      ++executed_[event.thread];
    }
  }
  add_branches(points);
  for (std::uint32_t i = 0; i < trace_.threads.size(); ++i) {
    if (trace_.threads[i].pending_kind != SLEAVE_EV_await) add_chance(i);
    add_pending(i);
  }
  look_at_the_rest();
  return std::move(run_);
}

// Values with which a polling loop would continue are not tried where the condition on which it ends was announced. So
// it must not end otherwise: after an iteration that stays and did not meet the condition, the thread waits for good.
void StepReader::check_await(const sleave_event& event, bool taken_back) {
  const bool gives_way = event.kind == SLEAVE_EV_await || event.kind == SLEAVE_EV_yield;
  if (waits_for_good_.contains(event.thread) && !gives_way) gap(GapKind::await_differs);
  const graph::AwaitedCondition awaited = awaited_by(event);
  if (awaited.known && !taken_back && !awaited.holds(event.value)) waits_for_good_.insert(event.thread);
}

// A weak operation that failed by choice before its loop looked again: had it not failed, the loop had gone on from the
// same state, as it does now.
void StepReader::look_at_dropped(const sleave_event& event) {
  if (operand_ != nullptr && (event.flags & SLEAVE_EVENT_CHOSEN) != 0) {
    ++(event.kind == SLEAVE_EV_atomic_cas && !is_try(*operand_) ? weak_failures_ : try_failures_);
  }
  look_at_interrupted_loop(event);
}

// Those that came when so many points of the run had been executed.
void StepReader::add_branches(std::uint64_t points) {
  if (branches_ == nullptr) return;
  for (; next_branch_ < branches_->size() && branches_->path_constraint(next_branch_).position <= points;
       ++next_branch_) {
    const std::uint32_t thread = branches_->path_constraint(next_branch_).thread;
    if (repeats_[thread]) {
      gap(GapKind::loop_on_input);
    } else {
      run_.steps.push_back(branches_->step_of(next_branch_, threads_[thread]));
    }
  }
}

// Which sleeper a signal chose, say: the choice stands beside the events.
std::uint16_t StepReader::value_of_choice(const sleave_event& event, std::uint32_t kind) const {
  const std::uint64_t index = executed_[event.thread];
  for (const sleave_trace_choice& choice : trace_.choices) {
    const bool here = choice.thread == event.thread && choice.index == index && choice.kind == kind;
    if (here) return static_cast<std::uint16_t>(choice.value);
  }
  return 0;
}

void StepReader::add_choice(const sleave_event& event, graph::ChoicePlace place, std::uint16_t alternatives,
                            std::uint16_t outcome) {
  Step step;
  step.kind = Step::Kind::choice;
  step.thread = threads_[event.thread];
  step.written = static_cast<std::uint64_t>(place);
  step.alternatives = alternatives;
  step.outcome = outcome;
  run_.steps.push_back(step);
}

// Each allocation, and each creation of a thread, may fail.
void StepReader::add_allocation(const sleave_event& event, graph::ChoicePlace place) {
  if (!side_choices_ || !choices_.has(SLEAVE_CHOICE_alloc)) return;
  ++allocations_;
  add_choice(event, place, 2, (event.flags & SLEAVE_EVENT_CHOSEN) != 0 ? 1 : 0);
}

// A transfer of several bytes may be one of fewer. How many there were is the operand.
void StepReader::add_short_transfer(const sleave_event& event) {
  if (operand_ == nullptr || !side_choices_ || !choices_.has(SLEAVE_CHOICE_short)) return;
  if (operand_->value > kMostTransferred) return;
  ++short_transfers_;
  add_choice(event, graph::ChoicePlace::with_previous, static_cast<std::uint16_t>(operand_->value),
             value_of_choice(event, SLEAVE_CHOICE_short));
}

Step StepReader::step_of(const sleave_event& event) {
  Step step;
  step.thread = threads_[event.thread];
  step.location = event.location;
  switch (event.kind) {
    case SLEAVE_EV_thread_start:
    case SLEAVE_EV_fence:
    case SLEAVE_EV_yield:
      return step;
    case SLEAVE_EV_client_choice:
      step.kind = Step::Kind::choice;
      step.alternatives = static_cast<std::uint16_t>(event.extra);
      step.outcome = static_cast<std::uint16_t>(event.value);
      return step;
    case SLEAVE_EV_exit_handler:
    case SLEAVE_EV_process_exit:
      note_exit(event);
      return step;
    case SLEAVE_EV_thread_exit:
      return thread_exit_step(event, step);
    case SLEAVE_EV_thread_detach:
      return detach_step(event, step);
    case SLEAVE_EV_thread_create:
    case SLEAVE_EV_thread_join:
      return thread_step(event, step);
    case SLEAVE_EV_atomic_load:
    case SLEAVE_EV_atomic_store:
    case SLEAVE_EV_visible_read:
    case SLEAVE_EV_visible_write:
      return access_step(event, step);
    case SLEAVE_EV_atomic_rmw:
    case SLEAVE_EV_atomic_cas:
      return update_step(event, step);
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_mutex_trylock:
    case SLEAVE_EV_mutex_timedlock:
    case SLEAVE_EV_spin_lock:
    case SLEAVE_EV_spin_trylock:
      return lock_step(event, step);
    case SLEAVE_EV_mutex_unlock:
    case SLEAVE_EV_spin_unlock:
      return unlock_step(event, step);
    case SLEAVE_EV_rwlock_rdlock:
    case SLEAVE_EV_rwlock_tryrdlock:
    case SLEAVE_EV_rwlock_timedrdlock:
    case SLEAVE_EV_rwlock_wrlock:
    case SLEAVE_EV_rwlock_trywrlock:
    case SLEAVE_EV_rwlock_timedwrlock:
    case SLEAVE_EV_rwlock_unlock:
      return read_write_step(event, step);
    case SLEAVE_EV_time_read:
    case SLEAVE_EV_time_passes:
    case SLEAVE_EV_sleep:
      return time_step(event, step);
    case SLEAVE_EV_semaphore_wait:
    case SLEAVE_EV_semaphore_trywait:
    case SLEAVE_EV_semaphore_timedwait:
    case SLEAVE_EV_semaphore_post:
    case SLEAVE_EV_semaphore_value:
      return semaphore_step(event, step);
    case SLEAVE_EV_once_begin:
    case SLEAVE_EV_guard_acquire:
      return once_step(event, step);
    case SLEAVE_EV_once_end:
    case SLEAVE_EV_guard_release:
      return release(step, 1, 2);
    case SLEAVE_EV_guard_abort:
      return release(step, 1, 0);
    case SLEAVE_EV_cond_wait:
    case SLEAVE_EV_cond_wake:
    case SLEAVE_EV_cond_signal:
    case SLEAVE_EV_cond_broadcast:
      return condition_step(event, step);
    case SLEAVE_EV_barrier_arrive:
    case SLEAVE_EV_barrier_leave:
      return barrier_step(event, step);
    case SLEAVE_EV_mutex_destroy:
    case SLEAVE_EV_rwlock_destroy:
    case SLEAVE_EV_cond_destroy:
    case SLEAVE_EV_semaphore_destroy:
    case SLEAVE_EV_barrier_destroy:
      return destroy_step(event, step);
    case SLEAVE_EV_futex_wait:
    case SLEAVE_EV_futex_woken:
    case SLEAVE_EV_futex_wake:
      return futex_step(event, step);
    case SLEAVE_EV_state_use:
      return state_step(event, step);
    case SLEAVE_EV_thread_signal:
    case SLEAVE_EV_process_signal:
      return send_step(event, step);
    case SLEAVE_EV_thread_cancel:
    case SLEAVE_EV_thread_cancelled:
      return cancel_step(event, step);
    case SLEAVE_EV_timer_set:
    case SLEAVE_EV_timer_fire:
      return timer_step(event, step);
    case SLEAVE_EV_signal_action:
    case SLEAVE_EV_signal_take:
    case SLEAVE_EV_signal_pause:
    case SLEAVE_EV_signal_wait:
      return signal_step(event, step);
    default:
      if (!is_descriptor_operation(event.kind)) return unknown(event, step);
      note_number(event);
      return file_step(event, step);
  }
}

// The step of the event is about to be added.
void StepReader::note_number(const sleave_event& event) {
  if (static_cast<std::int64_t>(event.extra) < 0) return;  // on no number, or many
  uses_.push_back({run_.steps.size(), event.extra, event.kind == SLEAVE_EV_descriptor_close});
}

void StepReader::not_modeled(std::uint32_t kind) { gap({GapKind::unmodeled_operation, kind}); }

void StepReader::note_exit(const sleave_event& event) {
  exits_.insert(event.thread);
  if (event.extra == SLEAVE_EXIT_LAST) end_ = run_.steps.size();
  if (event.extra == SLEAVE_EXIT_QUICK) unseen_handlers_ = true;
  if (ended_.contains(event.thread)) last_ends_ = true;
}

Step StepReader::unknown(const sleave_event& event, Step step) {
  not_modeled(event.kind);
  return step;
}

// What a thread was about to do when the run ended, if it is something to wait for.
void StepReader::add_pending(std::uint32_t index) {
  const sleave_trace_thread& thread = trace_.threads[index];
  const bool waits = thread.state == SLEAVE_THREAD_BLOCKED;
  if (!waits && thread.state != SLEAVE_THREAD_ENABLED) return;
  Step step;
  step.thread = threads_[index];
  step.location = thread.pending_location;
  step.orders = {graph::MemoryOrder::acquire, graph::MemoryOrder::relaxed};
  step.is_object = true;
  const bool state = thread.pending_kind == SLEAVE_EV_state_use;
  const bool signal = thread.pending_kind == SLEAVE_EV_signal_take || thread.pending_kind == SLEAVE_EV_signal_wait;
  if (signal || thread.pending_kind == SLEAVE_EV_timer_fire) {
    (waits ? run_.blocked : run_.ready).push_back(descriptor_step(step));
    return;
  }
  if (state || is_descriptor_operation(thread.pending_kind)) {
    (waits ? run_.blocked : run_.ready).push_back(state ? state_step(step) : descriptor_step(step));
    return;
  }
  const auto add = [&](Op op, std::uint64_t a = 0) {
    (waits ? run_.blocked : run_.ready).push_back(update(step, op, a));
  };
  switch (thread.pending_kind) {
    case SLEAVE_EV_thread_join:
    case SLEAVE_EV_cond_wake:
    case SLEAVE_EV_barrier_leave:
    case SLEAVE_EV_await:
    case SLEAVE_EV_futex_woken:
    case SLEAVE_EV_mutex_timedlock:
    case SLEAVE_EV_rwlock_timedrdlock:
    case SLEAVE_EV_rwlock_timedwrlock:
    case SLEAVE_EV_semaphore_timedwait:
      return;  // nothing that it could have done instead
    case SLEAVE_EV_exit_handler:
    case SLEAVE_EV_process_exit:
      if (waits) exits_.insert(index);  // it was about to end the process
      return;
    case SLEAVE_EV_mutex_lock:
    case SLEAVE_EV_spin_lock:
      return add(Op::lock, 1);
    case SLEAVE_EV_rwlock_rdlock:
      return add(Op::read_lock);
    case SLEAVE_EV_rwlock_wrlock:
      return add(Op::write_lock);
    case SLEAVE_EV_semaphore_wait:
      return add(Op::semaphore_wait);
    case SLEAVE_EV_once_begin:
    case SLEAVE_EV_guard_acquire:
      return add(Op::once_begin);
    default:
      if (waits) not_modeled(thread.pending_kind);
  }
}

// The places of a race become scheduling points. Atomics and volatile accesses are already; that memory is freed cannot
// be one.
void StepReader::look_at_race(const sleave_trace_access& access) {
  if (access.kind >= SLEAVE_ACCESS_atomic_read && access.kind <= SLEAVE_ACCESS_volatile_write) return;
  const bool plain = access.kind == SLEAVE_ACCESS_read || access.kind == SLEAVE_ACCESS_write;
  if (!plain || facts_.racing.size() + run_.news.racing.size() >= SLEAVE_MOST_SITES) {
    return gap(GapKind::racing_accesses);
  }
  if (!facts_.racing.contains(access.site)) run_.news.racing.insert(access.site);
}

void StepReader::look_at_the_rest() {
  for (const sleave_trace_uncontrolled& escape : trace_.uncontrolled) gap(gap_of(escape));
  for (const sleave_trace_race& race : trace_.races) {
    look_at_race(race.earlier);
    look_at_race(race.later);
  }
  if (!time_is_free() && trace_.header.clock_ns != SLEAVE_CLOCK_START) gap(GapKind::real_time);
  if (time_is_free() && trace_.header.clock_ns != clock_at_end(trace_, SLEAVE_CLOCK_START)) gap(GapKind::timers);
  if (trace_.header.foreign_heap == 1) gap(GapKind::sanitizer_heap);
  if (trace_.has_module_with(SLEAVE_SIGHT_accesses)) run_.assumptions.insert(Assumption::announced_accesses);
  if (trace_.header.foreign_heap == 2) run_.assumptions.insert(Assumption::no_reuse_of_addresses);
  for (const std::uint64_t location : plain_) {
    if (updated_.contains(location)) gap(GapKind::atomic_and_plain);
  }
  for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
    if (kind == SLEAVE_CHOICE_switch_to || kind == SLEAVE_CHOICE_wake || kind == SLEAVE_CHOICE_client) continue;
    const std::uint64_t known = kind == SLEAVE_CHOICE_fail       ? weak_failures_
                                : kind == SLEAVE_CHOICE_try_fail ? try_failures_
                                : kind == SLEAVE_CHOICE_timeout  ? timed_waits_
                                : kind == SLEAVE_CHOICE_alloc    ? allocations_
                                : kind == SLEAVE_CHOICE_short    ? short_transfers_
                                : kind == SLEAVE_CHOICE_spurious ? spurious_waits_
                                                                 : 0;
    if (trace_.header.opportunities[kind] <= known) continue;
    if (kind == SLEAVE_CHOICE_timer && time_is_free()) {
      run_.stops_timers = true;
      continue;
    }
    if (!choices_.has(kind)) continue;
    if (kind == SLEAVE_CHOICE_spurious) {
      run_.assumptions.insert(Assumption::no_spurious_wake_ups);
    } else if (kind == SLEAVE_CHOICE_reuse) {
      run_.assumptions.insert(Assumption::no_reuse_of_addresses);
    } else {
      gap({GapKind::choice_not_tried, kind});
    }
  }
  if (uses_number_closed_meanwhile(run_.steps, uses_)) {
    gap(GapKind::descriptor_reuse);
  }
  look_at_files();
  look_at_exit();
}

// The runs end when no other thread can continue, so whatever the others could do before an earlier end is in one of
// them. That the process would end in another way, by another thread or with handlers that are no events, is not.
void StepReader::look_at_exit() {
  const bool exited = trace_.outcome() == SLEAVE_OUTCOME_exited || trace_.finding() == SLEAVE_FIND_exit_code;
  if ((!exited && exits_.empty()) || !others_may_run()) return;
  run_.exits_with_threads = true;
  if (!exited && !end_) return;
  run_.end_with_threads = end_;
  if (last_ends_ && facts_.last_ends.empty()) run_.news.last_ends.insert(true);
  if (!end_ || unseen_handlers_ || exits_.size() > 1) gap(GapKind::exit_with_threads);
  run_.left_running = std::any_of(trace_.threads.begin(), trace_.threads.end(), [&](const sleave_trace_thread& thread) {
    return &thread != &trace_.threads[trace_.header.thread] && thread.state == SLEAVE_THREAD_ENABLED;
  });
}

// At the end of the process. A thread that has ended and that nobody joined might not have, in another order.
bool StepReader::others_may_run() const {
  for (std::uint64_t i = 0; i < trace_.threads.size(); ++i) {
    if (i == trace_.header.thread) continue;
    if (trace_.threads[i].state != SLEAVE_THREAD_DONE || !joined_.contains(i)) return true;
  }
  return false;
}

namespace {

std::string place_of(const Trace& trace, sleave_site site) {
  const std::uint32_t module = SLEAVE_SITE_MODULE(site);
  if (module >= trace.modules.size()) return "an unknown place";
  const std::string path = trace.modules[module].path;
  return fmt::format("{}+{:#x}", path.substr(path.rfind('/') + 1), SLEAVE_SITE_OFFSET(site));
}

}  // namespace

std::string describe_step(const Trace& trace, const std::vector<std::uint32_t>& threads, const graph::Steps& steps,
                          const Step& step) {
  const auto own = [&](const Step& other) { return other.thread == step.thread && other.is_operation(); };
  const auto before = std::count_if(steps.data(), &step, own);
  const std::vector<bool> without_effect = events_without_effect(trace);
  std::ptrdiff_t seen = 0;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const sleave_event& event = trace.events[i];
    if (!is_point(event.kind) || without_effect[i] || threads[event.thread] != step.thread) continue;
    if (seen++ != before) continue;
    return fmt::format("T{} {} at {} (its event {})", event.thread, event_words(event.kind),
                       place_of(trace, event.site), before + 1);
  }
  return fmt::format("one of them after its event {}", before);
}

RunSteps steps_of(const Trace& trace, const std::vector<std::uint32_t>& threads, const ChoiceSet& choices,
                  const LearnedFacts& facts, const RunBranches* branches, bool side_choices, bool files_apart) {
  return StepReader(trace, threads, choices, facts, branches, side_choices, files_apart).read();
}

}  // namespace sleave

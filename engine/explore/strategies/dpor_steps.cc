#include "engine/explore/strategies/dpor_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/trace/words.h"

namespace sleave {
namespace {

using graph::Op;
using graph::Step;

constexpr std::uint64_t kClockStart = 1'000'000'000'000;  // where the virtual clock of every run begins, in ns

// By sleave_rmw_operation.
constexpr Op kUpdates[] = {Op::exchange, Op::add,        Op::subtract,   Op::bit_and,      Op::bit_nand,    Op::bit_or,
                           Op::bit_xor,  Op::signed_max, Op::signed_min, Op::unsigned_max, Op::unsigned_min};

// What threads in loops that only look did before they looked again: it might as well not have been.
std::vector<bool> events_in_vain(const Trace& trace) {
  std::vector<bool> in_vain(trace.events.size());
  const bool any = std::any_of(trace.events.begin(), trace.events.end(),
                               [](const sleave_event& event) { return event.kind == SLEAVE_EV_await; });
  if (!any) return in_vain;
  std::vector<std::vector<std::size_t>> points(trace.threads.size());  // of each thread, ranks in the trace
  for (std::size_t rank = 0; rank < trace.events.size(); ++rank) {
    const sleave_event& event = trace.events[rank];
    if (!is_point(event.kind)) continue;
    std::vector<std::size_t>& own = points[event.thread];
    own.push_back(rank);
    if (event.kind != SLEAVE_EV_await) continue;
    for (std::size_t i = event.value; i < own.size(); ++i) in_vain[own[i]] = true;
  }
  return in_vain;
}

class StepReader {
 public:
  StepReader(const Trace& trace, const std::vector<std::uint32_t>& threads, const ChoiceSet& choices)
      : trace_(trace), threads_(threads), choices_(choices), executed_(trace.threads.size()) {
    for (const sleave_event& event : trace.events) {
      if (event.kind == SLEAVE_EV_guard_acquire) guards_.insert(event.location);
    }
  }

  RunSteps read() {
    run_.steps.reserve(trace_.events.size());
    const std::vector<bool> in_vain = events_in_vain(trace_);
    for (const sleave_event& event : trace_.events) {
      const std::size_t rank = static_cast<std::size_t>(&event - trace_.events.data());
      if (event.kind == SLEAVE_EV_operand) {
        operand_ = &event;
      } else if (is_point(event.kind)) {
        if (!in_vain[rank]) run_.steps.push_back(step_of(event));
        operand_ = nullptr;
        ++executed_[event.thread];
      }
    }
    for (std::uint32_t i = 0; i < trace_.threads.size(); ++i) add_blocked(i);
    look_at_the_rest();
    return std::move(run_);
  }

 private:
  void gap(const std::string& why) { run_.gaps.insert(why); }

  Step begin(const sleave_event& event) {
    Step step;
    step.thread = threads_[event.thread];
    step.location = event.location;
    return step;
  }

  Step step_of(const sleave_event& event) {
    Step step = begin(event);
    switch (event.kind) {
      case SLEAVE_EV_thread_start:
      case SLEAVE_EV_thread_exit:
      case SLEAVE_EV_fence:
      case SLEAVE_EV_yield:
      case SLEAVE_EV_exit_handler:
        return step;
      case SLEAVE_EV_process_exit:
        exit_seen_ = true;
        return step;
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
      case SLEAVE_EV_spin_lock:
      case SLEAVE_EV_spin_trylock:
        return lock_step(event, step);
      case SLEAVE_EV_mutex_unlock:
      case SLEAVE_EV_spin_unlock:
        return unlock_step(event, step);
      case SLEAVE_EV_rwlock_rdlock:
      case SLEAVE_EV_rwlock_tryrdlock:
      case SLEAVE_EV_rwlock_wrlock:
      case SLEAVE_EV_rwlock_trywrlock:
      case SLEAVE_EV_rwlock_unlock:
        return read_write_step(event, step);
      case SLEAVE_EV_semaphore_wait:
      case SLEAVE_EV_semaphore_trywait:
      case SLEAVE_EV_semaphore_post:
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
        return (event.flags & SLEAVE_EVENT_FAILED) != 0 ? unknown(event, step)
                                                        : update(step, Op::exchange, graph::kDestroyed);
      default:
        return unknown(event, step);
    }
  }

  void not_modelled(std::uint32_t kind) {
    gap(fmt::format("the search does not follow every operation of the program ({})", event_words(kind)));
  }

  Step thread_step(const sleave_event& event, Step step) {
    const bool creates = event.kind == SLEAVE_EV_thread_create;
    if ((event.flags & SLEAVE_EVENT_FAILED) != 0 || event.value >= threads_.size()) {
      not_modelled(event.kind);
      return step;
    }
    step.kind = creates ? Step::Kind::create : Step::Kind::join;
    step.other = threads_[event.value];
    step.location = 0;
    return step;
  }

  // One location is always accessed whole, or what overlaps would have to be one location.
  void check_extent(const sleave_event& event) {
    const std::uint64_t bytes = event.size == 255 ? event.extra : event.size;
    const auto [entry, fresh] = extents_.try_emplace(event.location, bytes);
    bool apart = entry->second == bytes;
    if (fresh) {
      const auto next = std::next(entry);
      if (next != extents_.end()) apart = event.location + bytes <= next->first;
      if (entry != extents_.begin())
        apart = apart && std::prev(entry)->first + std::prev(entry)->second <= entry->first;
    }
    if (!apart) gap("an object is accessed in parts of different sizes");
  }

  Step access_step(const sleave_event& event, Step step) {
    const bool plain = event.kind == SLEAVE_EV_visible_read || event.kind == SLEAVE_EV_visible_write;
    const bool writes = event.kind == SLEAVE_EV_atomic_store || event.kind == SLEAVE_EV_visible_write;
    check_extent(event);
    if (plain) plain_.insert(event.location);
    step.kind = writes ? Step::Kind::write : Step::Kind::read;
    step.written = event.value;
    step.found = writes ? event.extra : event.value;
    step.checked = !plain && event.size <= 8;
    if (!writes && guards_.contains(event.location)) {
      // The look at a static initialiser's state before it is entered; the states have other numbers here.
      step.checked = false;
      step.found = 0;
    }
    return step;
  }

  Step update_step(const sleave_event& event, Step step) {
    check_extent(event);
    updated_.insert(event.location);
    if (operand_ == nullptr || event.size > 8 || operand_->location != event.location) {
      not_modelled(event.kind);
      return step;
    }
    step.kind = Step::Kind::update;
    step.found = event.value;
    step.checked = true;
    step.operation.bytes = event.size;
    step.operation.a = operand_->value;
    if (event.kind == SLEAVE_EV_atomic_rmw) {
      if (operand_->order >= std::size(kUpdates))
        not_modelled(event.kind);
      else
        step.operation.op = kUpdates[operand_->order];
      return step;
    }
    const bool weak = operand_->order != 0 && choices_.has(SLEAVE_CHOICE_fail);
    step.operation.op = weak ? Op::weak_compare_exchange : Op::compare_exchange;
    step.operation.b = event.extra;
    step.outcome = (event.flags & SLEAVE_EVENT_CHOSEN) != 0 ? 1 : 0;
    weak_failures_ += operand_->order != 0 && event.value == operand_->value;
    return step;
  }

  static Step update(Step step, Op op, std::uint64_t a = 0) {
    step.kind = Step::Kind::update;
    step.operation = {op, 8, a, 0};
    return step;
  }

  static Step release(Step step, std::uint64_t held, std::uint64_t then) {
    step.kind = Step::Kind::write;
    step.found = held;
    step.written = then;
    return step;
  }

  // An operation that takes an object which was in the state `found`, or fails because it was not.
  static Step take(Step step, bool failed, std::uint64_t found) {
    step.stores = !failed;
    step.found = found;
    step.checked = !failed;
    return step;
  }

  // Mutexes and spin locks. What a recursive mutex does inside its outermost lock concerns nobody else.
  Step lock_step(const sleave_event& event, Step step) {
    const bool mutex = event.kind != SLEAVE_EV_spin_lock && event.kind != SLEAVE_EV_spin_trylock;
    const bool tries = event.kind == SLEAVE_EV_mutex_trylock || event.kind == SLEAVE_EV_spin_trylock;
    const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
    if (failed && !tries) return unknown(event, step);
    if (mutex && !failed && event.value != 1) return step;
    const bool weak = operand_ != nullptr && choices_.has(SLEAVE_CHOICE_fail);
    const bool by_itself = (event.flags & SLEAVE_EVENT_CHOSEN) != 0;
    step.outcome = by_itself ? 1 : 0;
    weak_failures_ += operand_ != nullptr && (!failed || by_itself) ? 1 : 0;
    return take(update(step, weak ? Op::weak_try_lock : tries ? Op::try_lock : Op::lock, 1), failed, 0);
  }

  Step unlock_step(const sleave_event& event, Step step) {
    if ((event.flags & SLEAVE_EVENT_FAILED) != 0) return unknown(event, step);
    if (event.kind == SLEAVE_EV_mutex_unlock && event.value != 0) return step;
    return release(step, 1, 0);
  }

  // The number of readers is recorded as it is afterwards.
  Step read_write_step(const sleave_event& event, Step step) {
    const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
    switch (event.kind) {
      case SLEAVE_EV_rwlock_rdlock:
        return take(update(step, Op::read_lock), failed, event.value - 1);
      case SLEAVE_EV_rwlock_tryrdlock:
        return take(update(step, Op::try_read_lock), failed, event.value - 1);
      case SLEAVE_EV_rwlock_wrlock:
        return take(update(step, Op::write_lock), failed, 0);
      case SLEAVE_EV_rwlock_trywrlock:
        return take(update(step, Op::try_write_lock), failed, 0);
      default:
        return update(step, Op::read_write_unlock);
    }
  }

  Step semaphore_step(const sleave_event& event, Step step) {
    const bool failed = (event.flags & SLEAVE_EVENT_FAILED) != 0;
    if (event.kind == SLEAVE_EV_semaphore_wait) return take(update(step, Op::semaphore_wait), failed, event.value + 1);
    if (event.kind == SLEAVE_EV_semaphore_post) {
      return failed ? unknown(event, step) : take(update(step, Op::semaphore_post), false, event.value - 1);
    }
    step = take(update(step, Op::semaphore_try_wait), failed, failed ? 0 : event.value + 1);
    step.checked = true;
    return step;
  }

  Step once_step(const sleave_event& event, Step step) {
    const bool first = (event.flags & SLEAVE_EVENT_CHANGED) != 0;
    step = take(update(step, Op::once_begin), !first, first ? 0 : 2);
    step.checked = true;
    return step;
  }

  Step condition_step(const sleave_event& event, Step step) {
    const bool woke_none = (event.flags & SLEAVE_EVENT_FAILED) != 0;
    switch (event.kind) {
      case SLEAVE_EV_cond_wait:
        if (step.thread >= 255) gap("too many threads wait on conditions");
        return update(step, Op::enqueue, step.thread + 1);
      case SLEAVE_EV_cond_wake:
        if ((event.flags & (SLEAVE_EVENT_TIMED_OUT | SLEAVE_EVENT_CHOSEN)) != 0) return unknown(event, step);
        step.kind = Step::Kind::wake;
        return step;
      case SLEAVE_EV_cond_signal:
        step.outcome = rank_of_choice(event);
        step = update(step, Op::signal, choices_.has(SLEAVE_CHOICE_wake) ? 1 : 0);
        break;
      default:
        step = update(step, Op::broadcast);
    }
    step.stores = !woke_none;
    return step;
  }

  // Which sleeper a signal chose: the choice stands beside the events.
  std::uint16_t rank_of_choice(const sleave_event& event) {
    const std::uint64_t index = executed_[event.thread];
    for (const sleave_trace_choice& choice : trace_.choices) {
      const bool here = choice.thread == event.thread && choice.index == index && choice.kind == SLEAVE_CHOICE_wake;
      if (here) return static_cast<std::uint16_t>(choice.value);
    }
    return 0;
  }

  // A barrier's state here is the number of all arrivals so far.
  Step barrier_step(const sleave_event& event, Step step) {
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

  Step unknown(const sleave_event& event, Step step) {
    not_modelled(event.kind);
    return step;
  }

  void add_blocked(std::uint32_t i) {
    const sleave_trace_thread& thread = trace_.threads[i];
    if (thread.state != SLEAVE_THREAD_BLOCKED) return;
    Step step;
    step.thread = threads_[i];
    step.location = thread.pending_location;
    switch (thread.pending_kind) {
      case SLEAVE_EV_thread_join:
      case SLEAVE_EV_cond_wake:
      case SLEAVE_EV_barrier_leave:
      case SLEAVE_EV_await:
        return;  // nothing that it could have done instead
      case SLEAVE_EV_mutex_lock:
      case SLEAVE_EV_spin_lock:
        return run_.blocked.push_back(update(step, Op::lock, 1));
      case SLEAVE_EV_rwlock_rdlock:
        return run_.blocked.push_back(update(step, Op::read_lock));
      case SLEAVE_EV_rwlock_wrlock:
        return run_.blocked.push_back(update(step, Op::write_lock));
      case SLEAVE_EV_semaphore_wait:
        return run_.blocked.push_back(update(step, Op::semaphore_wait));
      case SLEAVE_EV_once_begin:
      case SLEAVE_EV_guard_acquire:
        return run_.blocked.push_back(update(step, Op::once_begin));
      default:
        not_modelled(thread.pending_kind);
    }
  }

  void look_at_the_rest() {
    if (!trace_.uncontrolled.empty()) gap("calls are not under control");
    if (!trace_.races.empty()) gap("the orders of racing accesses are not tried");
    if (trace_.header.clock_ns != kClockStart) gap("the program asks for the time or waits for it");
    for (const std::uint64_t location : plain_) {
      if (updated_.contains(location)) gap("an object is accessed by atomic updates and by plain accesses");
    }
    for (std::uint32_t kind = 0; kind < SLEAVE_CHOICE_COUNT; ++kind) {
      if (kind == SLEAVE_CHOICE_switch_to || kind == SLEAVE_CHOICE_wake) continue;
      const std::uint64_t known = kind == SLEAVE_CHOICE_fail ? weak_failures_ : 0;
      if (!choices_.has(kind) || trace_.header.opportunities[kind] <= known) continue;
      if (kind == SLEAVE_CHOICE_spurious) {
        run_.assumptions.insert("no spurious wake-ups");
      } else {
        gap(fmt::format("the search does not try every choice (--choices={})", choice_option(kind)));
      }
    }
    if (!exit_seen_) return;
    const bool others_run = std::any_of(trace_.threads.begin(), trace_.threads.end(), [&](const auto& thread) {
      return &thread != &trace_.threads[trace_.header.thread] && thread.state != SLEAVE_THREAD_DONE;
    });
    if (others_run) gap("the program exits while threads of it still run");
  }

  const Trace& trace_;
  const std::vector<std::uint32_t>& threads_;
  const ChoiceSet& choices_;
  RunSteps run_;
  const sleave_event* operand_ = nullptr;  // of the update to come
  bool exit_seen_ = false;
  std::vector<std::uint64_t> executed_;              // points of each thread so far
  std::set<std::uint64_t> guards_;                   // locations of static initialisers
  std::map<std::uint64_t, std::uint64_t> arrivals_;  // at each barrier
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t>
      round_of_;                                    // of a thread's last arrival at a barrier
  std::uint64_t weak_failures_ = 0;                 // opportunities for one
  std::map<std::uint64_t, std::uint64_t> extents_;  // of accesses, by location
  std::set<std::uint64_t> plain_;                   // locations of plain accesses
  std::set<std::uint64_t> updated_;                 // locations of atomic updates
};

}  // namespace

RunSteps steps_of(const Trace& trace, const std::vector<std::uint32_t>& threads, const ChoiceSet& choices) {
  return StepReader(trace, threads, choices).read();
}

}  // namespace sleave

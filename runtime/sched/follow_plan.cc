// The decided part of the plan, consumed decision by decision.
#include "runtime/base/fatal.h"
#include "runtime/base/runtime.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/site.h"

namespace sleave::rt {

const sleave_decision* next_decision;
const sleave_decision* end_of_decisions;

Thread* thread_of_plan(std::uint64_t plan_index) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    if (scheduler.thread(i).plan_index == plan_index) return &scheduler.thread(i);
  }
  return nullptr;
}

namespace {

// The program is no longer doing what it did when the plan was recorded. The first such place is kept; the run goes on.
void note_divergence(const Thread& current) {
  sleave_trace& trace = *runtime.trace;
  if (trace.diverged != 0) return;
  trace.diverged = 1;
  trace.diverged_at = trace.decisions_used;
  trace.diverged_thread = current.index;
  trace.diverged_pending = current.pending.kind;
  trace.diverged_site = site_of(current.pending.site);
}

void consume() {
  ++next_decision;
  ++runtime.trace->decisions_used;
}

bool can_take(std::uint16_t kind) { return kind != SLEAVE_CHOICE_input && kind != SLEAVE_CHOICE_reuse; }

// The next decision if it is one of this kind for the current thread's pending event.
const sleave_decision* decision_here(sleave_choice_kind kind) {
  if (follow_done()) return nullptr;
  const Thread& current = *runtime.current;
  const bool here = next_decision->thread == current.plan_index && next_decision->index == current.events;
  return here && next_decision->kind == kind ? next_decision : nullptr;
}

// What was pending may not have come next: the thread took a signal first, or was cancelled.
bool is_expected(const sleave_decision& decision, const Thread& current) {
  return decision.expect == SLEAVE_EV_COUNT || decision.expect == current.pending.kind ||
         decision.expect == SLEAVE_EV_signal_take || decision.expect == SLEAVE_EV_thread_cancelled;
}

}  // namespace

void follow_start() {
  const char* plan = reinterpret_cast<const char*>(runtime.plan);
  next_decision = reinterpret_cast<const sleave_decision*>(plan + runtime.plan->decision_offset);
  end_of_decisions = next_decision + runtime.plan->decision_count;
  for (const sleave_decision* decision = next_decision; decision != end_of_decisions; ++decision) {
    if (!can_take(decision->kind))
      fatal("the plan decides a kind of choice that this runtime cannot take", decision->kind);
  }
}

void follow_from(std::uint32_t used) {
  follow_start();
  next_decision += used;
}

bool follow_decides_here() { return decision_here(SLEAVE_CHOICE_switch_to) != nullptr; }

Thread* follow_wanted(Thread& current) {
  const sleave_decision* decision = decision_here(SLEAVE_CHOICE_switch_to);
  return decision == nullptr ? &current : thread_of_plan(decision->value);
}

Thread* follow_choose(Thread& current) {
  follow_executed();
  const sleave_decision* decision = decision_here(SLEAVE_CHOICE_switch_to);
  if (decision == nullptr) return nullptr;
  Thread* wanted = thread_of_plan(decision->value);
  const bool possible = wanted != nullptr && scheduler.is_enabled(*wanted);
  if (!is_expected(*decision, current) || !possible) note_divergence(current);
  consume();
  return possible ? wanted : nullptr;
}

std::uint64_t follow_value(sleave_choice_kind kind, std::uint64_t alternatives) {
  const sleave_decision* decision = decision_here(kind);
  if (decision == nullptr) return 0;
  const bool possible = decision->value < alternatives;
  if (!possible || !is_expected(*decision, *runtime.current)) note_divergence(*runtime.current);
  const std::uint64_t value = possible ? decision->value : 0;
  consume();
  return value;
}

bool follow_exactly(sleave_choice_kind kind, std::uint64_t value) {
  const sleave_decision* decision = decision_here(kind);
  if (decision == nullptr || decision->value != value) return false;
  consume();
  return true;
}

void follow_executed() {
  const Thread& current = *runtime.current;
  while (!follow_done() && next_decision->thread == current.plan_index && next_decision->index < current.events) {
    note_divergence(current);
    consume();
  }
}

}  // namespace sleave::rt

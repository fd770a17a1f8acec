// The decided part of the plan, consumed decision by decision.
#include "runtime/base/fatal.h"
#include "runtime/base/runtime.h"
#include "runtime/record/site.h"
#include "runtime/sched/policy.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {

const sleave_decision* next_decision;
const sleave_decision* end_of_decisions;

Thread* thread_of_plan(std::uint64_t plan_index) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    if (scheduler.thread(i).plan_index == plan_index) return &scheduler.thread(i);
  }
  return nullptr;
}

// The program is no longer doing what it did when the plan was recorded. The first such place is kept; the run goes on.
void note_divergence(const Thread& current) {
  sleave_trace& trace = *g.trace;
  if (trace.diverged != 0) return;
  trace.diverged = 1;
  trace.diverged_at = trace.decisions_used;
  trace.diverged_thread = current.index;
  trace.diverged_pending = current.pending.kind;
  trace.diverged_site = site_of(current.pending.site);
}

void consume() {
  ++next_decision;
  ++g.trace->decisions_used;
}

}  // namespace

void follow_start() {
  const char* plan = reinterpret_cast<const char*>(g.plan);
  next_decision = reinterpret_cast<const sleave_decision*>(plan + g.plan->decision_offset);
  end_of_decisions = next_decision + g.plan->decision_count;
  for (const sleave_decision* decision = next_decision; decision != end_of_decisions; ++decision) {
    const bool taken = decision->kind == SLEAVE_CHOICE_switch_to || decision->kind == SLEAVE_CHOICE_wake;
    if (!taken) fatal("the plan decides a kind of choice that this runtime cannot take", decision->kind);
  }
}

bool follow_done() { return next_decision == end_of_decisions; }

Thread* follow_choose(Thread& current) {
  while (!follow_done()) {
    const sleave_decision& decision = *next_decision;
    if (decision.thread != current.plan_index || decision.index > current.events) return nullptr;
    if (decision.index < current.events) {
      note_divergence(current);  // its moment passed without a choice to take
      consume();
      continue;
    }
    if (decision.kind != SLEAVE_CHOICE_switch_to) return nullptr;
    Thread* wanted = thread_of_plan(decision.value);
    // What was pending may not have come next: the thread took a signal first, or was cancelled.
    const bool expected = decision.expect == SLEAVE_EV_COUNT || decision.expect == current.pending.kind ||
                          decision.expect == SLEAVE_EV_signal_take || decision.expect == SLEAVE_EV_thread_cancelled;
    const bool possible = wanted != nullptr && scheduler.is_enabled(*wanted);
    if (!expected || !possible) note_divergence(current);
    consume();
    return possible ? wanted : nullptr;
  }
  return nullptr;
}

std::uint64_t follow_value(sleave_choice_kind kind, std::uint64_t otherwise) {
  if (follow_done()) return otherwise;
  const sleave_decision& decision = *next_decision;
  const Thread& current = *g.current;
  if (decision.thread != current.plan_index || decision.index != current.events || decision.kind != kind) {
    return otherwise;
  }
  const std::uint64_t value = decision.value;
  consume();
  return value;
}

}  // namespace sleave::rt

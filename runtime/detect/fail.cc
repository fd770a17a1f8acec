#include <string.h>

#include "abi/hooks.h"
#include "runtime/base/fatal.h"
#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/detect/detect.h"
#include "runtime/libc/loader.h"
#include "runtime/loops/await_loops.h"
#include "runtime/loops/retry_rounds.h"
#include "runtime/record/calls.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/site.h"
#include "runtime/trace/stack.h"

extern "C" __attribute__((noinline, visibility("default"))) void __sleave_finding_reached() {
  __asm__ volatile("" : : : "memory");  // a place to break; kept as a call
}

namespace sleave::rt {

namespace {

void write_message(const char* message) {
  strncpy(runtime.trace->message, message, SLEAVE_MESSAGE_BYTES - 1);
  runtime.trace->message[SLEAVE_MESSAGE_BYTES - 1] = 0;
}

// A client that is judged shows its calls itself.
void add_client(const Failure& failure) {
  if (client_text() == nullptr || failure.kind == SLEAVE_FIND_not_linearizable) return;
  const std::size_t used = strlen(runtime.trace->message);
  Text(runtime.trace->message + used, SLEAVE_MESSAGE_BYTES - used).add("\nClient: ").add(client_text());
}

// A second failure while the first is being written (a broken stack, say) must not write over it.
void only_once() {
  if (runtime.ending) raw_exit(SLEAVE_FAILED_EXIT_CODE);
  runtime.ending = true;
  ++runtime.depth;
}

// The run ends here, and says nothing about the program.
[[noreturn]] void end_for_nothing(sleave_outcome_kind outcome) {
  only_once();
  runtime.trace->thread = runtime.current->index;
  record_end(false);
  runtime.trace->outcome = outcome;
  runtime.mode = Mode::passthrough;
  run_is_over(0);
  raw_exit(0);
}

}  // namespace

// Declared in runtime/base/fatal.h: everybody may have to give up, but only here is known how a run ends.
void fatal(const char* what, int code) {
  char line[SLEAVE_MESSAGE_BYTES];
  Text text(line, sizeof line);
  text.add(what);
  if (code != 0) text.add(" (").add(static_cast<std::uint64_t>(code)).add(")");
  if (runtime.trace != nullptr && !runtime.ending) {
    only_once();
    write_message(line);
    if (runtime.planned) record_end(false);
    runtime.trace->outcome = SLEAVE_OUTCOME_refused;
  }
  raw_write(2, "sleave: ", 8);
  raw_write(2, line, text.size());
  raw_write(2, "\n", 1);
  raw_exit(70);
}

void fail(const Failure& failure) {
  only_once();
  sleave_trace& trace = *runtime.trace;
  if (!loader_is_busy()) find_modules();
  trace.thread = runtime.current->index;
  trace.finding = failure.kind;
  trace.signal = failure.signal;
  trace.fault_address = failure.fault_address;
  trace.finding_location = location_of(failure.object);
  trace.finding_stack = failure.stack != 0 || failure.site == 0 ? failure.stack : stack_here(failure.site);
  write_message(failure.message);
  add_client(failure);
  record_end(true);
  trace.outcome = SLEAVE_OUTCOME_failed;  // last: everything else is in place
  if ((runtime.plan->flags & SLEAVE_PLAN_STOP_IN_DEBUGGER) != 0) __sleave_finding_reached();
  raw_exit(SLEAVE_FAILED_EXIT_CODE);
}

namespace {

bool is_set_aside(const Failure& failure) {
  const sleave_plan& plan = *runtime.plan;
  if (plan.aside_count == 0 || failure.site == 0) return false;
  const sleave_site site = site_of(failure.site);
  const auto* asides =
      reinterpret_cast<const sleave_plan_aside*>(reinterpret_cast<const char*>(&plan) + plan.aside_offset);
  for (std::uint32_t i = 0; i < plan.aside_count; ++i) {
    if (asides[i].kind == static_cast<std::uint32_t>(failure.kind) && asides[i].site == site) return true;
  }
  return false;
}

}  // namespace

void fail_unless_set_aside(const Failure& failure) {
  if (!is_set_aside(failure)) fail(failure);
}

void finish(int code) {
  if (runtime.mode != Mode::controlled || runtime.ending) return;
  if ((runtime.plan->flags & SLEAVE_PLAN_FAIL_ON_LEAK) != 0) check_for_leaked_threads();
  if ((code & 0xff) != 0 && (runtime.plan->flags & SLEAVE_PLAN_FAIL_ON_EXIT) != 0) {
    char message[64];
    Text(message, sizeof message)
        .add("the program ended with exit status ")
        .add(static_cast<std::uint64_t>(code & 0xff));
    runtime.trace->exit_code = code & 0xff;
    fail({SLEAVE_FIND_exit_code, message, 0, runtime.exit_stack});
  }
  only_once();
  runtime.trace->thread = runtime.current->index;
  runtime.trace->exit_code = code & 0xff;
  record_end(false);
  runtime.trace->outcome = SLEAVE_OUTCOME_exited;
  runtime.mode = Mode::passthrough;
  run_is_over(code);
}

void report_overtaken() { end_for_nothing(SLEAVE_OUTCOME_overtaken); }

void report_overtaken_and_exit() {
  only_once();
  runtime.trace->thread = runtime.current->index;
  record_end(false);
  runtime.trace->outcome = SLEAVE_OUTCOME_overtaken;
  raw_exit(0);
}

void report_deadlock() {
  end_attempt();
  if (somebody_missed_a_change() || somebody_waits_for_retry()) report_overtaken();
  if (anybody_awaits()) report_no_progress();
  constexpr const char* kMessage = "no thread can continue";
  judge_wait(SLEAVE_FIND_deadlock, kMessage);
  Thread& self = *runtime.current;
  // The current thread waits as well: its stack is taken from its own operation.
  const std::uintptr_t site = self.state == SLEAVE_THREAD_DONE ? 0 : self.pending.site;
  fail({SLEAVE_FIND_deadlock, kMessage, site, 0, self.pending.object});
}

void report_no_progress() {
  end_attempt();
  if (somebody_waits_for_retry()) report_overtaken();
  constexpr const char* kMessage = "every thread that can run repeats operations that change nothing";
  judge_wait(SLEAVE_FIND_no_progress, kMessage);
  fail({SLEAVE_FIND_no_progress, kMessage, runtime.current->pending.site, 0, runtime.current->pending.object});
}

void report_excluded() { end_for_nothing(SLEAVE_OUTCOME_excluded); }

void report_waiting() {
  only_once();
  runtime.trace->thread = runtime.current->index;
  write_message("calls wait");
  record_end(false);
  runtime.trace->outcome = SLEAVE_OUTCOME_excluded;
  raw_exit(0);
}

void report_step_limit() {
  if (somebody_waits_for_retry()) report_overtaken();
  only_once();
  runtime.trace->thread = runtime.current->index;
  Text message(runtime.trace->message, sizeof runtime.trace->message);
  describe_long_wait(message);
  record_end(false);
  runtime.trace->outcome = SLEAVE_OUTCOME_step_limit;
  raw_exit(0);
}

}  // namespace sleave::rt

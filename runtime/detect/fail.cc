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
#include "runtime/record/record.h"
#include "runtime/sched/await_loops.h"
#include "runtime/sched/scheduler.h"
#include "runtime/trace/site.h"
#include "runtime/trace/stack.h"

extern "C" __attribute__((noinline, visibility("default"))) void __sleave_finding_reached() {
  __asm__ volatile("" : : : "memory");  // a place to break; kept as a call
}

namespace sleave::rt {

namespace {

void write_message(const char* message) {
  strncpy(g.trace->message, message, SLEAVE_MESSAGE_BYTES - 1);
  g.trace->message[SLEAVE_MESSAGE_BYTES - 1] = 0;
}

// A second failure while the first is being written (a broken stack, say) must not write over it.
void only_once() {
  if (g.ending) raw_exit(SLEAVE_FAILED_EXIT_CODE);
  g.ending = true;
  ++g.depth;
}

// The run ends here, and says nothing about the program.
[[noreturn]] void end_for_nothing(sleave_outcome_kind outcome) {
  only_once();
  g.trace->thread = g.current->index;
  record_end(false);
  g.trace->outcome = outcome;
  g.mode = Mode::passthrough;
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
  if (g.trace != nullptr && !g.ending) {
    only_once();
    write_message(line);
    if (g.planned) record_end(false);
    g.trace->outcome = SLEAVE_OUTCOME_refused;
  }
  raw_write(2, "sleave: ", 8);
  raw_write(2, line, text.size());
  raw_write(2, "\n", 1);
  raw_exit(70);
}

void fail(const Failure& failure) {
  only_once();
  sleave_trace& trace = *g.trace;
  if (!loader_is_busy()) find_modules();
  trace.thread = g.current->index;
  trace.finding = failure.kind;
  trace.signal = failure.signal;
  trace.fault_address = failure.fault_address;
  trace.finding_location = location_of(failure.object);
  trace.finding_stack = failure.stack != 0 || failure.site == 0 ? failure.stack : stack_here(failure.site);
  write_message(failure.message);
  record_end(true);
  trace.outcome = SLEAVE_OUTCOME_failed;  // last: everything else is in place
  if ((g.plan->flags & SLEAVE_PLAN_STOP_IN_DEBUGGER) != 0) __sleave_finding_reached();
  raw_exit(SLEAVE_FAILED_EXIT_CODE);
}

void finish(int code) {
  if (g.mode != Mode::controlled || g.ending) return;
  if ((g.plan->flags & SLEAVE_PLAN_FAIL_ON_LEAK) != 0) check_for_leaked_threads();
  if ((code & 0xff) != 0 && (g.plan->flags & SLEAVE_PLAN_FAIL_ON_EXIT) != 0) {
    char message[64];
    Text(message, sizeof message)
        .add("the program ended with exit status ")
        .add(static_cast<std::uint64_t>(code & 0xff));
    g.trace->exit_code = code & 0xff;
    fail({SLEAVE_FIND_exit_code, message, 0, g.exit_stack});
  }
  only_once();
  g.trace->thread = g.current->index;
  g.trace->exit_code = code & 0xff;
  record_end(false);
  g.trace->outcome = SLEAVE_OUTCOME_exited;
  g.mode = Mode::passthrough;
  run_is_over(code);
}

void report_overtaken() { end_for_nothing(SLEAVE_OUTCOME_overtaken); }

void report_deadlock() {
  if (somebody_missed_a_change()) report_overtaken();
  if (anybody_awaits()) report_no_progress();
  Thread& self = *g.current;
  // The current thread waits as well: its stack is taken from its own operation.
  const std::uintptr_t site = self.state == SLEAVE_THREAD_DONE ? 0 : self.pending.site;
  fail({SLEAVE_FIND_deadlock, "no thread can go on", site, 0, self.pending.object});
}

void report_no_progress() {
  fail({SLEAVE_FIND_no_progress, "every thread that can run repeats operations that change nothing",
        g.current->pending.site, 0, g.current->pending.object});
}

void report_excluded() { end_for_nothing(SLEAVE_OUTCOME_excluded); }

void report_step_limit() {
  only_once();
  g.trace->thread = g.current->index;
  Text message(g.trace->message, sizeof g.trace->message);
  describe_long_wait(message);
  record_end(false);
  g.trace->outcome = SLEAVE_OUTCOME_step_limit;
  raw_exit(0);
}

}  // namespace sleave::rt

#include "engine/run/ending.h"

#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>

namespace sleave {
namespace {

Trace empty_trace() {
  Trace trace;
  trace.header.magic = SLEAVE_TRACE_MAGIC;
  trace.header.version = SLEAVE_TRACE_VERSION;
  trace.header.thread = SLEAVE_NO_THREAD;
  trace.header.diverged_thread = SLEAVE_NO_THREAD;
  return trace;
}

void say(Trace& trace, const std::string& message) {
  const std::size_t bytes = std::min(message.size(), sizeof trace.header.message - 1);
  std::memset(trace.header.message, 0, sizeof trace.header.message);
  std::memcpy(trace.header.message, message.data(), bytes);
}

void end_as(Trace& trace, sleave_outcome_kind outcome, const std::string& message) {
  trace.header.outcome = outcome;
  trace.header.finding = SLEAVE_FIND_none;
  say(trace, message);
}

// Which thread it was is not known; main stands for it.
void fail(Trace& trace, sleave_finding_kind finding, const std::string& message) {
  trace.header.outcome = SLEAVE_OUTCOME_failed;
  trace.header.finding = finding;
  if (trace.threads.empty()) {
    sleave_trace_thread main{};
    main.parent = main.pending_owner = SLEAVE_NO_THREAD;
    main.pending_kind = SLEAVE_EV_COUNT;
    trace.threads.push_back(main);
  }
  if (trace.header.thread >= trace.threads.size()) trace.header.thread = 0;
  say(trace, message);
}

std::string signal_text(int number) {
  const char* name = sigabbrev_np(number);
  return "signal " + std::to_string(number) + (name == nullptr ? "" : std::string(" (SIG") + name + ")");
}

void settle_killed(Trace& trace, const Ending& ending) {
  if (ending.asleep) {
    fail(trace, SLEAVE_FIND_uncontrolled_block, "made no progress without using processor time, and did not respond");
  } else {
    fail(trace, SLEAVE_FIND_endless_loop, "made no progress while using processor time, and did not respond");
  }
}

void settle_died(Trace& trace, int number) {
  trace.header.signal = number;
  const std::string hint = number == SIGKILL ? ", perhaps because memory ran out" : "";
  fail(trace, SLEAVE_FIND_crash, "killed by " + signal_text(number) + hint);
}

}  // namespace

Trace settle(Result<Trace> written, const Ending& ending) {
  // Where it was killed for its memory is chance, and so is what it had written by then.
  if (ending.out_of_memory) {
    Trace trace = empty_trace();
    end_as(trace, SLEAVE_OUTCOME_memory_limit, "used more memory than --memory allows");
    return trace;
  }
  const bool readable = written.ok();
  Trace trace = readable ? std::move(*written) : empty_trace();
  if (!readable && (ending.killed || WIFSIGNALED(ending.wait_status))) trace.header.events = ending.events;
  if (ending.interrupted || (readable && trace.outcome() != SLEAVE_OUTCOME_unfinished)) return trace;
  // Without a runtime that answers, the question ends it: it has become another program.
  const bool died_of_question =
      ending.report_requested && WIFSIGNALED(ending.wait_status) && WTERMSIG(ending.wait_status) == SIGXCPU;
  if (ending.killed || died_of_question) {
    settle_killed(trace, ending);
  } else if (WIFSIGNALED(ending.wait_status)) {
    settle_died(trace, WTERMSIG(ending.wait_status));
  } else if (!readable) {
    end_as(trace, SLEAVE_OUTCOME_damaged, written.error().message);
  } else if (WEXITSTATUS(ending.wait_status) == SLEAVE_FAILED_EXIT_CODE) {
    trace = empty_trace();
    end_as(trace, SLEAVE_OUTCOME_damaged, "it failed and could not record how: its own memory is damaged");
  } else {
    trace.header.exit_code = WEXITSTATUS(ending.wait_status);
    end_as(trace, SLEAVE_OUTCOME_refused,
           "ended with code " + std::to_string(trace.header.exit_code) +
               " without calling exit: a raw system call, or exec of another program");
  }
  return trace;
}

Trace killed_its_server() {
  Trace trace = empty_trace();
  end_as(trace, SLEAVE_OUTCOME_damaged, "it ended or broke the process that forks the runs");
  return trace;
}

}  // namespace sleave

#include "runtime/signal/outside.h"

#include <string.h>
#include <sys/wait.h>

#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/escape.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/fatal.h"
#include "runtime/signal/pending.h"
#include "runtime/state/signal_sets.h"

namespace sleave::rt {

volatile std::uint64_t outside_signals;

namespace {

siginfo_t last_info[kMostSignals + 1];

void on_signal(int, siginfo_t* info, void*) { note_outside_signal(*info); }

std::uint64_t awaited_by_anyone() {
  std::uint64_t set = 0;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) set |= scheduler.thread(i).awaited_signals;
  return set;
}

// A signal that is blocked, hence pending in the kernel, and that a thread waits for.
bool fetch_blocked_signal() {
  const std::uint64_t set = awaited_by_anyone() & ~kOurs & ~(traces_children ? signal_bit(SIGCHLD) : 0);
  const timespec at_once = {0, 0};
  siginfo_t info;
  const long number = raw_call(__NR_rt_sigtimedwait, reinterpret_cast<long>(&set), reinterpret_cast<long>(&info),
                               reinterpret_cast<long>(&at_once), sizeof set);
  if (number > 0) note_outside_signal(info);
  return number > 0;
}

// A child lives whose end would send SIGCHLD to somebody who wants it: waits for that end.
bool child_ended() {
  const bool wanted = effects_of(SIGCHLD) == Effects::handler || (awaited_by_anyone() & signal_bit(SIGCHLD)) != 0;
  siginfo_t info;
  memset(&info, 0, sizeof info);
  const auto look = [&](long flags) {
    return raw_call(__NR_waitid, P_ALL, 0, reinterpret_cast<long>(&info), WEXITED | WNOWAIT | flags, 0);
  };
  if (traces_children || !wanted || look(WNOHANG) != 0 || info.si_pid != 0) return false;
  look(0);
  return true;
}

}  // namespace

void note_outside_signal(const siginfo_t& info) {
  last_info[info.si_signo] = info;
  __atomic_fetch_or(&outside_signals, signal_bit(info.si_signo), __ATOMIC_SEQ_CST);
}

void collect_outside_signals() {
  const std::uint64_t set = __atomic_exchange_n(&outside_signals, 0, __ATOMIC_SEQ_CST);
  record_uncontrolled(SLEAVE_CALL_sigaction, runtime.current->pending.site);
  for (int number = 1; number <= kMostSignals; ++number) {
    if ((set & signal_bit(number)) != 0) post_process_signal(last_info[number], runtime.current->pending.site);
  }
}

void catch_outside(int number) {
  will_change(KernelState::signal_actions);
  if ((signal_bit(number) & (kFaults | signal_bit(SIGABRT))) != 0) return catch_faults(number);
  if ((signal_bit(number) & kOurs) != 0 || (number == SIGCHLD && traces_children)) return;
  struct sigaction in_kernel;
  memset(&in_kernel, 0, sizeof in_kernel);
  in_kernel.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  if (effects_of(number) == Effects::handler) {
    in_kernel.sa_sigaction = on_signal;
  } else {
    in_kernel.sa_handler = action_of(number).sa_handler;
  }
  REAL(sigaction)(number, &in_kernel, nullptr);
}

bool outside_signal_came() {
  if (outside_signals == 0 && !fetch_blocked_signal() && child_ended()) fetch_blocked_signal();
  if (outside_signals == 0) return false;
  collect_outside_signals();
  return true;
}

}  // namespace sleave::rt

#include "runtime/signal/fatal.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

#include "abi/calls/intercepts.h"
#include "runtime/base/arena.h"
#include "runtime/base/fatal.h"
#include "runtime/base/outcome.h"
#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/fiber/kernel_signals.h"
#include "runtime/fiber/stack_area.h"
#include "runtime/loops/await_loops.h"
#include "runtime/loops/retry_rounds.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/fault.h"
#include "runtime/signal/outside.h"
#include "runtime/signal/take.h"
#include "runtime/signal/timers.h"
#include "runtime/trace/stack.h"

namespace sleave::rt {

namespace {

constexpr int kWatchTicks = 4;  // looks at progress this often within the limit
constexpr std::uint64_t kNoTickYet = ~0ull;

std::uint64_t progress_at_last_tick;
int quiet_ticks;
bool looking_at_fault;

const int kFatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};

std::uint32_t stack_of_context(const ucontext_t& context) {
  const auto& registers = context.uc_mcontext.gregs;
  return stack_at(static_cast<std::uintptr_t>(registers[REG_RIP]), static_cast<std::uintptr_t>(registers[REG_RBP]),
                  static_cast<std::uintptr_t>(registers[REG_RSP]));
}

void on_fatal_signal(int number, siginfo_t* info, void* context) {
  // Looking at it may fault too, where the program has destroyed what is looked at, and would again and again.
  if (runtime.mode != Mode::controlled || looking_at_fault) {
    REAL(signal)(number, SIG_DFL);  // the instruction faults again and the default action ends the process
    return;
  }
  if (runtime.ending) raw_exit(SLEAVE_FAILED_EXIT_CODE);
  if (info->si_code <= 0 && effects_of(number) == Effects::handler) return note_outside_signal(*info);
  if (program_handles_fault(number, *info, context)) return;
  looking_at_fault = true;
  const bool by_processor = info->si_code > 0 && number != SIGABRT;
  const auto address = by_processor ? reinterpret_cast<std::uint64_t>(info->si_addr) : 0;
  char message[SLEAVE_MESSAGE_BYTES];
  Text text(message, sizeof message);
  text.add("SIG").add(signal_name(number));
  if (number == SIGSEGV && is_below_stack(address, runtime.current->stack_low)) {
    text.add(": stack overflow");
  } else if (by_processor) {
    text.add(" at address ").hex(address);
  }
  const std::uint32_t stack = stack_of_context(*static_cast<ucontext_t*>(context));
  looking_at_fault = false;
  fail({number == SIGABRT ? SLEAVE_FIND_abort : SLEAVE_FIND_crash, message, 0, stack, nullptr, number, address});
}

// In native mode the signal may reach any kernel thread; the one that runs has the stack.
bool sent_on_to_running_thread(int number) {
  const auto here = static_cast<std::int32_t>(raw_call(__NR_gettid));
  if (runtime.channel->threads != SLEAVE_THREADS_NATIVE || runtime.current->native_id == here) return false;
  raw_call(__NR_tgkill, raw_call(__NR_getpid), runtime.current->native_id, number);
  return true;
}

void on_watch_tick(int number, siginfo_t*, void* context) {
  if (runtime.mode != Mode::controlled || runtime.ending || runtime.plan->hang_cpu_ms == 0) return;
  const std::uint64_t progress = scheduler.events();
  if (progress != progress_at_last_tick) {
    progress_at_last_tick = progress;
    quiet_ticks = 0;
    return;
  }
  if (quiet_ticks < kWatchTicks) ++quiet_ticks;
  if (quiet_ticks < kWatchTicks || sent_on_to_running_thread(number)) return;
  // Such a loop may wait for a handler to write plain memory, which runs at points only.
  if (runtime.current->signal_due || next_timer_deadline(true) != kNoDeadline) {
    fatal("a loop without a visible operation waits for a signal; --schedule-plain makes its accesses visible", 0);
  }
  // It may also wait for a thread that another run lets go on.
  if (somebody_waits_for_retry() || somebody_missed_a_change()) report_overtaken_and_exit();
  fail({SLEAVE_FIND_endless_loop, "processor time limit reached without a visible operation", 0,
        stack_of_context(*static_cast<ucontext_t*>(context))});
}

// The explorer asks why nothing happens: the process sleeps in the kernel.
void on_explorer_asks(int number, siginfo_t*, void* context) {
  if (runtime.mode != Mode::controlled || runtime.ending || sent_on_to_running_thread(number)) return;
  char message[SLEAVE_MESSAGE_BYTES];
  Text text(message, sizeof message);
  const unsigned call = last_uncontrolled(*runtime.current);
  text.add("no event for a long time; ");
  if (call < SLEAVE_CALL_COUNT) {
    text.add("the thread's last uncontrolled call is ").add(function_name(static_cast<sleave_intercept>(call)));
  } else {
    text.add("the thread is blocked in a system call or in uninstrumented code");
  }
  fail({SLEAVE_FIND_uncontrolled_block, message, 0, stack_of_context(*static_cast<ucontext_t*>(context))});
}

void handle(int number, void (*handler)(int, siginfo_t*, void*), int stack) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER | stack;
  REAL(sigaction)(number, &action, nullptr);
}

}  // namespace

void catch_faults(int number) {
  const bool own_stack = effects_of(number) == Effects::handler && (action_of(number).sa_flags & SA_ONSTACK) == 0;
  handle(number, on_fatal_signal, own_stack ? 0 : SA_ONSTACK);
}

void install_signal_handlers() {
  read_inherited_actions();
  for (const int number : kFatal) catch_faults(number);
  handle(SIGVTALRM, on_watch_tick, SA_ONSTACK);
  handle(SIGXCPU, on_explorer_asks, SA_ONSTACK);
  prepare_signal_stack();
}

// Interval timers are not inherited by a forked child: each process starts its own. In a worker it ticks on from run to
// run, so the first tick of a run may come at once and must not count.
void start_hang_watch() {
  progress_at_last_tick = kNoTickYet;
  quiet_ticks = 0;
  const std::uint64_t microseconds = runtime.plan->hang_cpu_ms * 1000 / kWatchTicks;
  if (microseconds == 0 || timer_ticks_every(microseconds)) return;
  itimerval timer;
  timer.it_interval.tv_sec = static_cast<time_t>(microseconds / 1000000);
  timer.it_interval.tv_usec = static_cast<suseconds_t>(microseconds % 1000000);
  timer.it_value = timer.it_interval;
  raw_call(__NR_setitimer, ITIMER_VIRTUAL, reinterpret_cast<long>(&timer), 0);
}

}  // namespace sleave::rt

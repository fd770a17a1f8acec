#include "runtime/signal/take.h"

#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "runtime/base/outcome.h"
#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/base/text.h"
#include "runtime/loops/await_loops.h"
#include "runtime/record/record.h"
#include "runtime/sched/handler_calls.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/mask.h"
#include "runtime/signal/pending.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"

namespace sleave::rt {

namespace {

bool last_handler_restarts;

// What a handler that blocks, or that has the wait of the interrupted operation chosen by others, must not lose.
class InterruptedWait {
 public:
  InterruptedWait()
      : waits_on_(runtime.current->waits_on),
        awaited_(runtime.current->awaited),
        ticket_(runtime.current->ticket),
        wait_bits_(runtime.current->wait_bits) {}
  ~InterruptedWait() {
    Thread& self = *runtime.current;
    self.awaited = awaited_;
    if (self.ticket == ticket_) return;  // no wait in between
    self.waits_on = waits_on_;
    self.ticket = ticket_;
    self.wait_bits = wait_bits_;
    self.signalled = false;
  }
  InterruptedWait(const InterruptedWait&) = delete;
  InterruptedWait& operator=(const InterruptedWait&) = delete;

 private:
  const void* waits_on_;
  const void* awaited_;
  std::uint64_t ticket_;
  std::uint32_t wait_bits_;
};

void call_handler(const struct sigaction& action, siginfo_t& info, std::uint64_t mask_before) {
  ucontext_t context;
  getcontext(&context);
  context.uc_sigmask = to_set(mask_before);
  if ((action.sa_flags & SA_SIGINFO) != 0) {
    action.sa_sigaction(info.si_signo, &info, &context);
  } else {
    action.sa_handler(info.si_signo);
  }
  runtime.current->mask_after_handler = to_bits(context.uc_sigmask);  // a handler may have changed it there
  if (!signals_are_chosen()) set_signal_mask(runtime.current->mask_after_handler);
}

// The kernel stacks the frames of all signals it can deliver before the first handler begins: the one taken last runs
// first.
void run_handler(siginfo_t info, const char* interrupted, std::uintptr_t site) {
  struct sigaction& current = action_of(info.si_signo);
  const struct sigaction action = current;
  const std::uint64_t before = runtime.current->signal_mask;
  if ((action.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) current.sa_handler = SIG_DFL;
  const std::uint64_t itself = (action.sa_flags & SA_NODEFER) != 0 ? 0 : signal_bit(info.si_signo);
  InterruptedWait wait;
  set_signal_mask(before | to_bits(action.sa_mask) | itself);
  if (!signals_are_chosen()) take_due_signals(site);
  const HandlerRun run(interrupted, __builtin_frame_address(0));
  call_handler(action, info, before);
  last_handler_restarts = (action.sa_flags & SA_RESTART) != 0;
}

}  // namespace

void take_signal() { take_signal_during(interrupted_function(*runtime.current)); }

bool take_signal_during(const char* interrupted) {
  Thread& self = *runtime.current;
  const std::uintptr_t site = self.pending.site;
  const std::uint64_t due = deliverable(self);
  EventRecord event_record{SLEAVE_EV_signal_take, site};
  event_record.effect = Effect::none;
  if (due == 0) {
    event_record.flags = SLEAVE_EVENT_FAILED;
    record_point(event_record);
    return false;
  }
  const siginfo_t info = take_pending(self, due);
  event_record.value = static_cast<std::uint64_t>(info.si_signo);
  event_record.flags = info.si_code == SI_TIMER ? 0 : SLEAVE_EVENT_CHANGED;  // a timer alone is no progress
  record_point(event_record);
  self.mask_after_handler = self.signal_mask;
  act_in_loops();
  switch (effects_of(info.si_signo)) {
    case Effects::handler:
      run_handler(info, interrupted, site);
      break;
    case Effects::ends_process:
      end_by_signal(info.si_signo, site);
    case Effects::stops_process:
      stop_process(info.si_signo);
      break;
    case Effects::nothing:
      break;
  }
  return true;
}

// signal(7), "Interruption of system calls": waits with a time-out are never restarted.
bool handler_ends_wait(sleave_event_kind kind, std::uint64_t deadline) {
  switch (kind) {
    case SLEAVE_EV_sleep:
    case SLEAVE_EV_signal_wait:
    case SLEAVE_EV_descriptor_wait:
      return true;
    case SLEAVE_EV_semaphore_wait:
    case SLEAVE_EV_semaphore_timedwait:
    case SLEAVE_EV_futex_woken:
    case SLEAVE_EV_descriptor_read:
    case SLEAVE_EV_descriptor_write:
    case SLEAVE_EV_descriptor_accept:
    case SLEAVE_EV_descriptor_connect:
    case SLEAVE_EV_descriptor_lock:
      return deadline != kNoDeadline || !last_handler_restarts;
    default:
      return false;
  }
}

const char* signal_name(int number) {
  const char* short_name = sigabbrev_np(number);
  return short_name != nullptr ? short_name : "RT";
}

void end_by_signal(int number, std::uintptr_t site) {
  char message[SLEAVE_MESSAGE_BYTES];
  Text(message, sizeof message).add("SIG").add(signal_name(number)).add(" ended the program");
  fail({number == SIGABRT ? SLEAVE_FIND_abort : SLEAVE_FIND_crash, message, site, 0, nullptr, number});
}

void stop_process(int number) { raw_call(__NR_kill, raw_call(__NR_getpid), number); }

}  // namespace sleave::rt

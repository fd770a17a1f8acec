// Waiting for signals: sigwait and its relatives take a blocked one; pause and sigsuspend wait until a handler has run.
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/chosen.h"
#include "runtime/signal/mask.h"
#include "runtime/signal/pending.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"
#include "runtime/time/time.h"

namespace sleave::rt {
namespace {

bool awaited_is_there(const Thread& thread) { return pending_for(thread, thread.awaited_signals) != 0; }
bool never(const Thread&) { return false; }

void record_wait(sleave_event_kind kind, std::uintptr_t site, int number, std::uint8_t flags) {
  EventRecord event_record{kind, site};
  event_record.value = static_cast<std::uint64_t>(number);
  event_record.flags = flags;
  event_record.effect = Effect::none;
  record_point(event_record);
}

// 0, or the error.
int await(std::uint64_t set, siginfo_t* info, std::uint64_t deadline, std::uintptr_t site, bool again = false) {
  Thread& self = *runtime.current;
  self.awaited_signals = set;
  self.awaits_again = again;
  const bool came = scheduler.point_until({SLEAVE_EV_signal_wait, site, nullptr, awaited_is_there}, deadline);
  self.awaited_signals = 0;
  if (self.interrupted) return EINTR;
  if (!came) {
    record_wait(SLEAVE_EV_signal_wait, site, 0, SLEAVE_EVENT_FAILED | SLEAVE_EVENT_TIMED_OUT);
    deadline_passes(deadline, site);
    return EAGAIN;
  }
  *info = take_pending(self, set);
  record_wait(SLEAVE_EV_signal_wait, site, info->si_signo, SLEAVE_EVENT_CHANGED);
  return 0;
}

int number_or_error(int error, const siginfo_t& taken, siginfo_t* info) {
  if (error != 0) {
    errno = error;
    return -1;
  }
  if (info != nullptr) {
    *info = taken;
    if (info->si_code == SI_TKILL) info->si_code = SI_USER;  // as glibc says it
  }
  return taken.si_signo;
}

// Two events: others can send between the test that led here and the wait.
int wait_for_handler(std::uint64_t mask, std::uintptr_t site) {
  Thread& self = *runtime.current;
  const std::uint64_t before = self.signal_mask;
  scheduler.point({SLEAVE_EV_signal_pause, site, nullptr, nullptr});
  record_wait(SLEAVE_EV_signal_pause, site, 0, SLEAVE_EVENT_CHANGED);
  set_signal_mask(mask);
  scheduler.point_until({SLEAVE_EV_signal_wait, site, nullptr, never}, kNoDeadline);
  if (signals_are_chosen()) {
    look_for_signals(site, before);
  } else {
    set_signal_mask(before);
  }
  errno = EINTR;
  return -1;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int sigwait(const sigset_t* set, int* number) {
  if (!controlled()) return REAL(sigwait)(set, number);
  siginfo_t info;
  while (await(to_bits(*set), &info, kNoDeadline, SLEAVE_SITE_HERE, true) == EINTR) {
  }
  *number = info.si_signo;
  return 0;
}

SLEAVE_EXPORT int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  if (!controlled()) return REAL(sigwaitinfo)(set, info);
  siginfo_t taken;
  return number_or_error(await(to_bits(*set), &taken, kNoDeadline, SLEAVE_SITE_HERE), taken, info);
}

SLEAVE_EXPORT int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* time) {
  if (!controlled()) return REAL(sigtimedwait)(set, info, time);
  siginfo_t taken;
  if (time != nullptr && !valid_duration(*time)) return number_or_error(EINVAL, taken, info);
  const std::uint64_t deadline = time != nullptr ? deadline_after(*time) : kNoDeadline;
  return number_or_error(await(to_bits(*set), &taken, deadline, SLEAVE_SITE_HERE), taken, info);
}

SLEAVE_EXPORT int sigsuspend(const sigset_t* mask) {
  if (!controlled()) return REAL(sigsuspend)(mask);
  return wait_for_handler(to_bits(*mask), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pause() {
  if (!controlled()) return REAL(pause)();
  return wait_for_handler(runtime.current->signal_mask, SLEAVE_SITE_HERE);
}

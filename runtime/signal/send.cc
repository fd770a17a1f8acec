// Signals that the program sends to its own threads and to itself. Those for other processes pass, and are noted.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/process/identity.h"
#include "runtime/record/escape.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/mask.h"
#include "runtime/signal/pending.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"
#include "runtime/thread/thread.h"

namespace sleave::rt {
namespace {

int failed_with(int error) {
  errno = error;
  return -1;
}

void record_send(sleave_event_kind kind, Thread* target, int number, std::uintptr_t site) {
  EventRecord event_record{kind, site};
  event_record.subject = target;
  event_record.value = target != nullptr ? target->index : 0;
  event_record.extra = static_cast<std::uint64_t>(number);
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
}

// To one thread. 0: only asks whether it is there.
int send_to_thread(Thread& target, const siginfo_t& info, std::uintptr_t site) {
  // To a search it is an event whether the thread has ended or not.
  if (info.si_signo == 0 || (target.state == SLEAVE_THREAD_DONE && !is_search())) return 0;
  scheduler.point({SLEAVE_EV_thread_signal, site, nullptr, nullptr});
  if (target.state != SLEAVE_THREAD_DONE) post_signal(target, info, site);
  record_send(SLEAVE_EV_thread_signal, &target, info.si_signo, site);
  if (&target == runtime.current || !signals_are_chosen()) take_due_signals(site);
  return 0;
}

int send_to_process(const siginfo_t& info, std::uintptr_t site) {
  if (info.si_signo == 0) return 0;
  scheduler.point({SLEAVE_EV_process_signal, site, nullptr, nullptr});
  post_process_signal(info, site);
  record_send(SLEAVE_EV_process_signal, nullptr, info.si_signo, site);
  take_due_signals(site);
  return 0;
}

// As pthread functions answer: the error.
int signal_handle(pthread_t handle, const siginfo_t& info, std::uintptr_t site) {
  Thread* target = named_thread(handle);
  if (target == nullptr || target->joined) return ESRCH;
  if (info.si_signo != 0 && (!valid_signal(info.si_signo) || info.si_signo == 32 || info.si_signo == 33)) return EINVAL;
  return send_to_thread(*target, info, site);
}

siginfo_t with_value(siginfo_t info, sigval value) {
  info.si_value = value;
  return info;
}

// To this process, or to another one in the kernel's world.
int send_by_number(pid_t process, const siginfo_t& info, std::uintptr_t site) {
  if (info.si_signo != 0 && !valid_signal(info.si_signo)) return failed_with(EINVAL);
  return process == getpid() ? send_to_process(info, site) : 1;
}

int result_of(long raw) { return raw >= 0 ? static_cast<int>(raw) : failed_with(static_cast<int>(-raw)); }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_kill(pthread_t handle, int number) noexcept {
  if (!controlled()) return REAL(pthread_kill)(handle, number);
  return signal_handle(handle, signal_from_here(number, SI_TKILL), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pthread_sigqueue(pthread_t handle, int number, const sigval value) noexcept {
  if (!controlled()) return REAL(pthread_sigqueue)(handle, number, value);
  return signal_handle(handle, with_value(signal_from_here(number, SI_QUEUE), value), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int raise(int number) noexcept {
  if (!controlled()) return REAL(raise)(number);
  if (number != 0 && !valid_signal(number)) return failed_with(EINVAL);
  return send_to_thread(*runtime.current, signal_from_here(number, SI_TKILL), SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int kill(pid_t process, int number) noexcept {
  if (!controlled()) return REAL(kill)(parent_in_kernel(process), number);
  const int own = send_by_number(process, signal_from_here(number, SI_USER), SLEAVE_SITE_HERE);
  if (own <= 0) return own;
  long sent;
  if (signal_child(process, number, SLEAVE_SITE_HERE, &sent)) return static_cast<int>(sent);
  record_uncontrolled(SLEAVE_CALL_kill, SLEAVE_SITE_HERE);
  return result_of(raw_call(__NR_kill, process, number));
}

SLEAVE_EXPORT int sigqueue(pid_t process, int number, const sigval value) noexcept {
  if (!controlled()) return REAL(sigqueue)(parent_in_kernel(process), number, value);
  const siginfo_t info = with_value(signal_from_here(number, SI_QUEUE), value);
  const int own = send_by_number(process, info, SLEAVE_SITE_HERE);
  if (own <= 0) return own;
  record_uncontrolled(SLEAVE_CALL_sigqueue, SLEAVE_SITE_HERE);
  return result_of(raw_call(__NR_rt_sigqueueinfo, process, number, reinterpret_cast<long>(&info)));
}

SLEAVE_EXPORT int tgkill(pid_t process, pid_t thread, int number) {
  if (!controlled()) return REAL(tgkill)(process, thread, number);
  if (number != 0 && !valid_signal(number)) return failed_with(EINVAL);
  if (Thread* target = thread_of_number(thread)) {
    return send_to_thread(*target, signal_from_here(number, SI_TKILL), SLEAVE_SITE_HERE);
  }
  record_uncontrolled(SLEAVE_CALL_tgkill, SLEAVE_SITE_HERE);
  return result_of(raw_call(__NR_tgkill, process, thread, number));
}

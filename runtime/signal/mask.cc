#include "runtime/signal/mask.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/fiber/kernel_signals.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"
#include "runtime/signal/chosen.h"
#include "runtime/signal/outside.h"
#include "runtime/signal/pending.h"
#include "runtime/signal/take.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"

extern "C" void __longjmp_chk(jmp_buf buffer, int value) __attribute__((noreturn));

namespace sleave::rt {

namespace {

int change_mask(int how, const sigset_t* wanted, sigset_t* before, std::uintptr_t site) {
  const std::uint64_t mask = runtime.current->signal_mask;
  const std::uint64_t bits = wanted != nullptr ? to_bits(*wanted) : 0;
  if (wanted != nullptr && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  if (before != nullptr) *before = to_set(mask);
  if (wanted == nullptr) return 0;
  const std::uint64_t changed = how == SIG_BLOCK ? mask | bits : how == SIG_UNBLOCK ? mask & ~bits : bits;
  if (signals_are_chosen()) {
    take_chosen_signals({SLEAVE_EV_signal_take, site, nullptr, nullptr}, kNoDeadline);
    look_for_signals(site, changed);
    return 0;
  }
  set_signal_mask(changed);
  take_due_signals(site);
  return 0;
}

// A jump out of a handler restores the mask by a call inside libc.
void leave_by_jump(jmp_buf buffer) {
  if (!controlled() || buffer[0].__mask_was_saved == 0) return;
  set_signal_mask(to_bits(buffer[0].__saved_mask));
  if (signals_are_chosen()) note_other_ways();
}

}  // namespace

void set_signal_mask(std::uint64_t mask) {
  runtime.current->signal_mask = mask & ~kUnblockable;
  runtime.current->unsafe_call = nullptr;  // what comes now may have been blocked before
  block_in_kernel(mask);
  signals_changed();
}

void give_mask_to_kernel() {
  const std::uint64_t bits = runtime.current->signal_mask;
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&bits), 0, sizeof bits);
}

void take_due_signals(std::uintptr_t site) {
  if (signals_are_chosen()) return look_for_signals(site, runtime.current->signal_mask);
  while (runtime.current->signal_due) {
    scheduler.turn({SLEAVE_EV_signal_take, site, nullptr, nullptr}, kNoDeadline);
    take_signal();
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int pthread_sigmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  if (!controlled()) return REAL(pthread_sigmask)(how, wanted, before);
  return change_mask(how, wanted, before, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int sigprocmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
  if (!controlled()) return REAL(sigprocmask)(how, wanted, before);
  const int error = change_mask(how, wanted, before, SLEAVE_SITE_HERE);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

SLEAVE_EXPORT int sigpending(sigset_t* set) noexcept {
  if (!controlled()) return REAL(sigpending)(set);
  if (signals_are_chosen()) look_for_signals(SLEAVE_SITE_HERE, runtime.current->signal_mask);
  *set = to_set(pending_for(*runtime.current, runtime.current->signal_mask));
  return 0;
}

SLEAVE_EXPORT void siglongjmp(sigjmp_buf buffer, int value) noexcept {
  leave_by_jump(buffer);
  REAL(siglongjmp)(buffer, value);
  __builtin_unreachable();
}

SLEAVE_EXPORT void longjmp(jmp_buf buffer, int value) noexcept {
  leave_by_jump(buffer);
  REAL(siglongjmp)(buffer, value);
  __builtin_unreachable();
}

SLEAVE_EXPORT void __longjmp_chk(jmp_buf buffer, int value) {
  leave_by_jump(buffer);
  REAL(__longjmp_chk)(buffer, value);
  __builtin_unreachable();
}

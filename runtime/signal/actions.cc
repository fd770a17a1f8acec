#include "runtime/signal/actions.h"

#include <errno.h>
#include <string.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/outside.h"
#include "runtime/signal/pending.h"
#include "runtime/state/search.h"
#include "runtime/state/signal_sets.h"

extern "C" __sighandler_t __sysv_signal(int number, __sighandler_t handler) noexcept;

namespace sleave::rt {

namespace {

struct sigaction actions[kMostSignals + 1];

constexpr std::uint64_t kIgnoredByDefault =
    signal_bit(SIGCHLD) | signal_bit(SIGCONT) | signal_bit(SIGURG) | signal_bit(SIGWINCH);
constexpr std::uint64_t kStopByDefault =
    signal_bit(SIGSTOP) | signal_bit(SIGTSTP) | signal_bit(SIGTTIN) | signal_bit(SIGTTOU);

// glibc keeps the first two real-time signals for itself.
bool can_be_set(int number) {
  return valid_signal(number) && (signal_bit(number) & kUnblockable) == 0 && number != 32 && number != 33;
}

int set_action(int number, const struct sigaction* wanted, struct sigaction* before, std::uintptr_t site) {
  if (!can_be_set(number)) {
    errno = EINVAL;
    return -1;
  }
  if (wanted == nullptr && !is_search()) {
    if (before != nullptr) *before = actions[number];
    return 0;
  }
  const struct sigaction copy = wanted != nullptr ? *wanted : actions[number];  // may lie where `before` does
  scheduler.point({SLEAVE_EV_signal_action, site, nullptr, nullptr});
  if (before != nullptr) *before = actions[number];
  if (wanted != nullptr) {
    actions[number] = copy;
    if (effects_of(number) == Effects::nothing) forget_pending(number);
    catch_outside(number);
  }
  EventRecord event_record{SLEAVE_EV_signal_action, site, &actions[number]};
  event_record.value = static_cast<std::uint64_t>(number);
  event_record.flags = SLEAVE_EVENT_CHANGED;
  record_point(event_record);
  return 0;
}

__sighandler_t set_handler(int number, __sighandler_t handler, int flags, std::uintptr_t site) {
  struct sigaction wanted;
  struct sigaction before;
  memset(&wanted, 0, sizeof wanted);
  wanted.sa_handler = handler;
  wanted.sa_flags = flags;
  if (handler != SIG_ERR && set_action(number, &wanted, &before, site) == 0) return before.sa_handler;
  errno = EINVAL;
  return SIG_ERR;
}

}  // namespace

struct sigaction& action_of(int number) { return actions[number]; }

Effects effects_of(int number) {
  const std::uint64_t bit = signal_bit(number);
  if (actions[number].sa_handler == SIG_IGN) return Effects::nothing;
  if (actions[number].sa_handler != SIG_DFL) return Effects::handler;
  if ((bit & kIgnoredByDefault) != 0) return Effects::nothing;
  return (bit & kStopByDefault) != 0 ? Effects::stops_process : Effects::ends_process;
}

void read_inherited_actions() {
  for (int number = 1; number <= kMostSignals; ++number) REAL(sigaction)(number, nullptr, &actions[number]);
}

void give_actions_to_kernel() {
  for (int number = 1; number <= kMostSignals; ++number) {
    if (can_be_set(number)) REAL(sigaction)(number, &actions[number], nullptr);
  }
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int sigaction(int number, const struct sigaction* wanted, struct sigaction* before) noexcept {
  if (!controlled()) return REAL(sigaction)(number, wanted, before);
  return set_action(number, wanted, before, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT __sighandler_t signal(int number, __sighandler_t handler) noexcept {
  if (!controlled()) return REAL(signal)(number, handler);
  return set_handler(number, handler, SA_RESTART, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT __sighandler_t __sysv_signal(int number, __sighandler_t handler) noexcept {
  if (!controlled()) return REAL(__sysv_signal)(number, handler);
  return set_handler(number, handler, SA_RESETHAND | SA_NODEFER, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int siginterrupt(int number, int interrupt) noexcept {
  if (!controlled()) return REAL(siginterrupt)(number, interrupt);
  if (!can_be_set(number)) {
    errno = EINVAL;
    return -1;
  }
  struct sigaction wanted = actions[number];
  wanted.sa_flags = interrupt != 0 ? wanted.sa_flags & ~SA_RESTART : wanted.sa_flags | SA_RESTART;
  return set_action(number, &wanted, nullptr, SLEAVE_SITE_HERE);
}

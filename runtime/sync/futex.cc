// The futex, as libstdc++ reaches it through syscall(): std::atomic wait and notify, semaphores, latches, futures.
//
// A wait compares and goes to sleep in one step, and returns in another. A futex orders nothing by itself: the atomics
// around it do. Those of code that is not instrumented are not seen, so there the futex takes their place: a thread
// that wakes comes before the one that it wakes.
#include "runtime/sync/futex.h"

#include <errno.h>
#include <linux/futex.h>

#include "runtime/base/runtime.h"
#include "runtime/race/happens_before.h"
#include "runtime/record/record.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sync/waiters.h"
#include "runtime/time/time.h"
#include "runtime/trace/site.h"

namespace sleave::rt {
namespace {

bool is_woken(const Thread& thread) { return thread.signalled || thread.spurious; }

void record_futex(sleave_event_kind kind, std::uintptr_t site, const std::uint32_t* word, std::uint64_t value,
                  std::uint64_t extra, std::uint8_t flags, bool timed = false) {
  EventRecord event_record{kind, site, word};
  event_record.order = timed ? 1 : 0;
  event_record.value = value;
  event_record.extra = extra;
  event_record.flags = flags;
  record_point(event_record);
}

long fails_with(int error) {
  errno = error;
  return -1;
}

// What the C++ library does around a futex is in its headers, or ordered by the functions that lead there.
bool atomics_are_seen(std::uintptr_t site) {
  const void* code = reinterpret_cast<const void*>(site);
  return is_seen_code(code) || is_system_code(code);
}

long futex_wait(std::uint32_t* word, std::uint32_t expected, std::uint32_t bits, std::uint64_t deadline,
                std::uintptr_t site) {
  if (bits == 0) return fails_with(EINVAL);
  const bool timed = time_is_free() && deadline != kNoDeadline;
  scheduler.point({SLEAVE_EV_futex_wait, site, word, nullptr});
  record_operand(site, word, bits, 0);
  if (*word != expected) {
    record_futex(SLEAVE_EV_futex_wait, site, word, *word, expected, SLEAVE_EVENT_FAILED, timed);
    return fails_with(EAGAIN);
  }
  sleep_on(word, bits);
  const bool gives_up = decide_timeout(deadline);
  record_futex(SLEAVE_EV_futex_wait, site, word, *word, expected,
               SLEAVE_EVENT_CHANGED | (gives_up ? SLEAVE_EVENT_CHOSEN : 0), timed);
  const bool woken = scheduler.point_until({SLEAVE_EV_futex_woken, site, word, is_woken}, deadline);
  const bool spurious = woken && !runtime.current->signalled;
  no_longer_asleep();
  // Woken while the handler ran: that wake-up must not be lost.
  if (runtime.current->interrupted) return runtime.current->signalled ? 0 : fails_with(EINTR);
  record_futex(SLEAVE_EV_futex_woken, site, word, *word, 0,
               (woken ? SLEAVE_EVENT_CHANGED : SLEAVE_EVENT_TIMED_OUT) | (spurious ? SLEAVE_EVENT_CHOSEN : 0));
  if (!woken) deadline_passes(deadline, site);
  return woken ? 0 : fails_with(ETIMEDOUT);
}

// The kernel wakes one even if it is asked for none, or for less.
long futex_wake(std::uint32_t* word, std::uint32_t number, std::uint32_t bits, std::uintptr_t site) {
  if (bits == 0) return fails_with(EINVAL);
  const std::uint32_t most = static_cast<std::int32_t>(number) < 1 ? 1 : number;
  scheduler.point({SLEAVE_EV_futex_wake, site, word, nullptr});
  const Woken woken = wake_sleepers(word, most, bits);
  record_operand(site, word, std::uint64_t{bits} << 32 | most, 0);
  record_futex(SLEAVE_EV_futex_wake, site, word, woken.first, woken.count, wake_flags(woken));
  return woken.count;
}

}  // namespace

bool futex_call(const long (&a)[6], std::uintptr_t site, long* result) {
  auto* word = reinterpret_cast<std::uint32_t*>(a[0]);
  const auto* time = reinterpret_cast<const timespec*>(a[3]);
  const auto value = static_cast<std::uint32_t>(a[2]);
  const auto bits = static_cast<std::uint32_t>(a[5]);
  const clockid_t clock = (a[1] & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  const bool foreign = !atomics_are_seen(site);
  if (foreign) hb_enter_foreign_futex(word);
  switch (a[1] & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
      *result = futex_wait(word, value, kAnyBit, time != nullptr ? deadline_after(*time) : kNoDeadline, site);
      if (foreign) hb_acquire(word);
      return true;
    case FUTEX_WAIT_BITSET:
      *result = futex_wait(word, value, bits, time != nullptr ? deadline_at(clock, *time) : kNoDeadline, site);
      if (foreign) hb_acquire(word);
      return true;
    case FUTEX_WAKE:
      *result = futex_wake(word, value, kAnyBit, site);
      return true;
    case FUTEX_WAKE_BITSET:
      *result = futex_wake(word, value, bits, site);
      return true;
    default:
      return false;
  }
}

}  // namespace sleave::rt

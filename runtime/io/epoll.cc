// epoll. The kernel keeps the interest lists, with edges, one-shots and exclusive waiters; an epoll descriptor is
// itself readable when a wait on it would return. Events come in the order in which they happened, which is the run's
// own.
#include <errno.h>
#include <sys/epoll.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/open.h"
#include "runtime/descriptor/outside.h"
#include "runtime/io/wait_mask.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

int wait_until(int descriptor, epoll_event* events, int most, std::uint64_t deadline, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_wait, descriptor, site);
  const bool is_epoll = operation.what() != nullptr && operation.what()->kind == SLEAVE_DESCRIPTOR_epoll;
  bool timed_out = false;
  if (!is_epoll || most <= 0) {
    operation.go();  // for its error
  } else {
    timed_out = !operation.wait_for_input(deadline);
  }
  if (runtime.current->interrupted) return static_cast<int>(operation.finish_wait(-EINTR, false));
  const long result = raw_call(__NR_epoll_wait, operation.descriptor(), reinterpret_cast<long>(events), most, 0);
  return static_cast<int>(operation.finish_wait(result, timed_out));
}

int wait_for_milliseconds(int descriptor, epoll_event* events, int most, int milliseconds, std::uintptr_t site) {
  const timespec time = {milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  return wait_until(descriptor, events, most, milliseconds < 0 ? kNoDeadline : deadline_after(time), site);
}

std::uint32_t wanted_events(const Opened& what, std::uint32_t events) {
  return only_for_reading(what) ? events & ~static_cast<std::uint32_t>(EPOLLOUT) : events;
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int epoll_create1(int flags) noexcept {
  if (!controlled()) return REAL(epoll_create1)(flags);
  return open_one(SLEAVE_DESCRIPTOR_epoll, SLEAVE_SITE_HERE, [&] { return raw_call(__NR_epoll_create1, flags); });
}

SLEAVE_EXPORT int epoll_create(int size) noexcept {
  if (!controlled()) return REAL(epoll_create)(size);
  return open_one(SLEAVE_DESCRIPTOR_epoll, SLEAVE_SITE_HERE, [&] { return raw_call(__NR_epoll_create, size); });
}

SLEAVE_EXPORT int epoll_ctl(int descriptor, int change, int member, epoll_event* event) noexcept {
  if (!controlled()) return REAL(epoll_ctl)(descriptor, change, member, event);
  Operation operation(SLEAVE_EV_descriptor_control, descriptor, SLEAVE_SITE_HERE);
  Opened* what = opened(member);
  if (what != nullptr) what->watched = true;
  operation.go();
  epoll_event wanted = {};
  if (event != nullptr && what != nullptr) wanted = {wanted_events(*what, event->events), event->data};
  const long result = raw_call(__NR_epoll_ctl, descriptor, change, member,
                               reinterpret_cast<long>(event != nullptr ? &wanted : nullptr));
  if (result == 0 && operation.what() != nullptr) {
    operation.what()->watched = true;
    if (outside_can_reach(member)) operation.what()->reachable = true;
  }
  return static_cast<int>(operation.finish(result));
}

SLEAVE_EXPORT int epoll_wait(int descriptor, epoll_event* events, int most, int milliseconds) {
  if (!controlled()) return REAL(epoll_wait)(descriptor, events, most, milliseconds);
  return wait_for_milliseconds(descriptor, events, most, milliseconds, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int epoll_pwait(int descriptor, epoll_event* events, int most, int milliseconds, const sigset_t* mask) {
  if (!controlled()) return REAL(epoll_pwait)(descriptor, events, most, milliseconds, mask);
  const WaitMask scope(mask);
  return wait_for_milliseconds(descriptor, events, most, milliseconds, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int epoll_pwait2(int descriptor, epoll_event* events, int most, const timespec* time,
                               const sigset_t* mask) {
  if (!controlled()) return REAL(epoll_pwait2)(descriptor, events, most, time, mask);
  if (time != nullptr && !valid_duration(*time)) {
    errno = EINVAL;
    return -1;
  }
  const WaitMask scope(mask);
  const std::uint64_t deadline = time == nullptr ? kNoDeadline : deadline_after(*time);
  return wait_until(descriptor, events, most, deadline, SLEAVE_SITE_HERE);
}

// poll and ppoll.
#include <errno.h>
#include <poll.h>
#include <signal.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/operation.h"
#include "runtime/descriptor/outside.h"
#include "runtime/io/wait_mask.h"
#include "runtime/time/time.h"

extern "C" {
int __poll_chk(pollfd* set, nfds_t count, int milliseconds, std::size_t room);
int __ppoll_chk(pollfd* set, nfds_t count, const timespec* time, const sigset_t* mask, std::size_t room);
}

namespace sleave::rt {

namespace {

struct Set {
  pollfd* descriptors;
  nfds_t count;
};

long ask(const Set& set) {
  return raw_call(__NR_poll, reinterpret_cast<long>(set.descriptors), static_cast<long>(set.count), 0);
}

bool any_is_ready(const Awaited& awaited) { return ask(*static_cast<const Set*>(awaited.details)) != 0; }

std::uint32_t outside_of_set(const Awaited& awaited, pollfd* to, std::uint32_t room) {
  const Set& set = *static_cast<const Set*>(awaited.details);
  std::uint32_t found = 0;
  for (nfds_t i = 0; i < set.count && found < room; ++i) {
    if (outside_can_reach(set.descriptors[i].fd)) to[found++] = set.descriptors[i];
  }
  return found;
}

const void* name_of(const Set& set) {
  const Opened* first = set.count == 1 ? opened(set.descriptors[0].fd) : nullptr;
  return first != nullptr ? first->name : descriptor_name(SLEAVE_DESCRIPTOR_set, set.count, 1);
}

void watch(const Set& set) {
  for (nfds_t i = 0; i < set.count; ++i) {
    if (Opened* what = opened(set.descriptors[i].fd)) what->watched = true;
  }
}

int poll_until(Set set, std::uint64_t deadline, std::uintptr_t site) {
  watch(set);
  Operation operation(SLEAVE_EV_descriptor_wait, name_of(set), site);
  Awaited awaited = {any_is_ready, -1, 0, 0, &set, outside_of_set};
  const bool timed_out = !operation.wait_for(awaited, deadline);
  const long result = ask(set);
  return static_cast<int>(operation.finish_wait(result, timed_out));
}

std::uint64_t deadline_of(const timespec* time) { return time == nullptr ? kNoDeadline : deadline_after(*time); }

int poll_for(pollfd* set, nfds_t count, int milliseconds, std::uintptr_t site) {
  const timespec time = {milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
  return poll_until({set, count}, milliseconds < 0 ? kNoDeadline : deadline_after(time), site);
}

int poll_masked(pollfd* set, nfds_t count, const timespec* time, const sigset_t* mask, std::uintptr_t site) {
  if (time != nullptr && !valid_duration(*time)) {
    errno = EINVAL;
    return -1;
  }
  const WaitMask scope(mask);
  return poll_until({set, count}, deadline_of(time), site);
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int poll(pollfd* set, nfds_t count, int milliseconds) {
  if (!controlled()) return REAL(poll)(set, count, milliseconds);
  return poll_for(set, count, milliseconds, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __poll_chk(pollfd* set, nfds_t count, int milliseconds, std::size_t room) {
  if (!controlled() || room / sizeof *set < count) return REAL(__poll_chk)(set, count, milliseconds, room);
  return poll_for(set, count, milliseconds, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int ppoll(pollfd* set, nfds_t count, const timespec* time, const sigset_t* mask) {
  if (!controlled()) return REAL(ppoll)(set, count, time, mask);
  return poll_masked(set, count, time, mask, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int __ppoll_chk(pollfd* set, nfds_t count, const timespec* time, const sigset_t* mask, std::size_t room) {
  if (!controlled() || room / sizeof *set < count) return REAL(__ppoll_chk)(set, count, time, mask, room);
  return poll_masked(set, count, time, mask, SLEAVE_SITE_HERE);
}

// select and pselect.
#include <errno.h>
#include <string.h>
#include <sys/select.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/operation.h"
#include "runtime/descriptor/outside.h"
#include "runtime/io/wait_mask.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

constexpr int kMostSelected = 8192;  // an fd_set has 1,024; programs that make larger ones by hand are rare
constexpr std::size_t kWords = kMostSelected / 64;

struct Sets {
  int count;      // one more than the highest number
  fd_set* of[3];  // readable, writable, exceptional; any may be null
};

std::size_t bytes_of(const Sets& sets) { return (static_cast<std::size_t>(sets.count) + 63) / 64 * 8; }

bool contains(const fd_set* set, int number) {
  if (set == nullptr) return false;
  const auto* words = reinterpret_cast<const std::uint64_t*>(set);
  return (words[number / 64] >> (number % 64) & 1) != 0;
}

// The kernel writes its answer over the question.
long ask(const Sets& sets) {
  timeval nothing = {0, 0};
  return raw_call(__NR_select, sets.count, reinterpret_cast<long>(sets.of[0]), reinterpret_cast<long>(sets.of[1]),
                  reinterpret_cast<long>(sets.of[2]), reinterpret_cast<long>(&nothing));
}

bool any_is_ready(const Awaited& awaited) {
  const Sets& sets = *static_cast<const Sets*>(awaited.details);
  std::uint64_t copies[3][kWords];
  Sets question = {sets.count, {nullptr, nullptr, nullptr}};
  for (int i = 0; i < 3; ++i) {
    if (sets.of[i] == nullptr) continue;
    memcpy(copies[i], sets.of[i], bytes_of(sets));
    question.of[i] = reinterpret_cast<fd_set*>(copies[i]);
  }
  return ask(question) != 0;
}

template <typename Visit>
void for_each(const Sets& sets, Visit visit) {
  for (int number = 0; number < sets.count; ++number) {
    const short in = contains(sets.of[0], number) ? POLLIN : 0;
    const short out = contains(sets.of[1], number) ? POLLOUT : 0;
    const short urgent = contains(sets.of[2], number) ? POLLPRI : 0;
    if ((in | out | urgent) != 0) visit(number, static_cast<short>(in | out | urgent));
  }
}

std::uint32_t outside_of_sets(const Awaited& awaited, pollfd* to, std::uint32_t room) {
  std::uint32_t found = 0;
  for_each(*static_cast<const Sets*>(awaited.details), [&](int number, short events) {
    if (found < room && outside_can_reach(number)) to[found++] = {number, events, 0};
  });
  return found;
}

int select_until(Sets sets, std::uint64_t deadline, std::uintptr_t site) {
  std::uint64_t members = 0;
  for_each(sets, [&](int number, short) {
    ++members;
    if (Opened* what = opened(number)) what->watched = true;
  });
  Operation operation(SLEAVE_EV_descriptor_wait, descriptor_name(SLEAVE_DESCRIPTOR_set, members, 1), site);
  Awaited awaited = {any_is_ready, -1, 0, 0, &sets, outside_of_sets};
  const bool timed_out = !operation.wait_for(awaited, deadline);
  const long result =
      runtime.current->interrupted ? 0 : ask(sets);  // a handler that ended the wait leaves the sets alone
  return static_cast<int>(operation.finish_wait(result, timed_out));
}

bool can_select(int count) { return count >= 0 && count <= kMostSelected; }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int select(int count, fd_set* in, fd_set* out, fd_set* urgent, timeval* time) {
  if (!controlled() || !can_select(count)) return REAL(select)(count, in, out, urgent, time);
  if (time != nullptr && (time->tv_sec < 0 || time->tv_usec < 0)) {
    errno = EINVAL;
    return -1;
  }
  std::uint64_t deadline = kNoDeadline;
  if (time != nullptr)
    deadline = deadline_after({time->tv_sec + time->tv_usec / 1'000'000, time->tv_usec % 1'000'000 * 1000});
  const int result = select_until({count, {in, out, urgent}}, deadline, SLEAVE_SITE_HERE);
  if (time != nullptr) {  // Linux leaves what is left
    const std::uint64_t left = deadline > clock_now() ? (deadline - clock_now()) / 1000 : 0;
    *time = {static_cast<time_t>(left / 1'000'000), static_cast<suseconds_t>(left % 1'000'000)};
  }
  return result;
}

SLEAVE_EXPORT int pselect(int count, fd_set* in, fd_set* out, fd_set* urgent, const timespec* time,
                          const sigset_t* mask) {
  if (!controlled() || !can_select(count)) return REAL(pselect)(count, in, out, urgent, time, mask);
  if (time != nullptr && !valid_duration(*time)) {
    errno = EINVAL;
    return -1;
  }
  const WaitMask scope(mask);
  return select_until({count, {in, out, urgent}}, time == nullptr ? kNoDeadline : deadline_after(*time),
                      SLEAVE_SITE_HERE);
}

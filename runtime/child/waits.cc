// Which system calls of a child others can notice, and when those that wait would return.
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

#include "runtime/base/raw.h"
#include "runtime/child/member.h"
#include "runtime/descriptor/operation.h"
#include "runtime/state/clock.h"
#include "runtime/state/thread.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

constexpr std::uint64_t kMostPolled = 256;
constexpr std::uint64_t kOwnMask = ~0ull;

struct CallWay {
  std::uint64_t number;
  Way way;
};

constexpr CallWay kWays[] = {
#define SLEAVE_CHILD_CALL(name, way) {__NR_##name, Way::way},
#include "runtime/child/system_calls.def"
#undef SLEAVE_CHILD_CALL
};

// A descriptor of the member, as long as this lives.
class Copy {
 public:
  Copy(const Member& member, std::uint64_t number)
      : number_(copy_descriptor(member.handle, static_cast<int>(number))) {}
  ~Copy() {
    if (number_ >= 0) raw_call(__NR_close, number_);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

// A pipe, a socket or the like: somebody may be at the other end.
bool has_other_end(const Member& member, std::uint64_t number) {
  const Copy copy(member, number);
  struct stat status = {};
  if (!copy.is_open() || raw_call(__NR_fstat, copy.number(), reinterpret_cast<long>(&status)) != 0) return false;
  return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode) && !S_ISBLK(status.st_mode);
}

bool futex_waits(const Member& member) {
  const auto operation = member.call.rsi & FUTEX_CMD_MASK;
  std::uint32_t word = 0;
  if (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET) return false;
  if (!read_memory(member.thread, member.call.rdi, &word, sizeof word)) return false;
  return word == static_cast<std::uint32_t>(member.call.rdx);
}

bool asks_not_to_wait(const Member& member) {
  switch (member.call.orig_rax) {
    case __NR_recvfrom:
      return (member.call.r10 & MSG_DONTWAIT) != 0;
    case __NR_recvmsg:
      return (member.call.rdx & MSG_DONTWAIT) != 0;
    default:
      return false;
  }
}

bool input_is_there(const Member& member) {
  const Copy copy(member, member.call.rdi);
  return !copy.is_open() || asks_not_to_wait(member) || is_nonblocking(copy.number()) ||
         events_now(copy.number(), POLLIN) != 0;
}

bool one_is_ready(const Member& member, int number, short events) {
  if (number < 0) return false;
  const Copy copy(member, static_cast<std::uint64_t>(number));
  return !copy.is_open() || events_now(copy.number(), events) != 0;
}

bool polled_is_ready(const Member& member) {
  pollfd entries[kMostPolled];
  const std::uint64_t count = member.call.rsi < kMostPolled ? member.call.rsi : kMostPolled;
  if (count == 0) return false;
  if (!read_memory(member.thread, member.call.rdi, entries, count * sizeof(pollfd))) return true;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (one_is_ready(member, entries[i].fd, entries[i].events)) return true;
  }
  return false;
}

bool in_set(const Member& member, std::uint64_t set, std::uint64_t number) {
  std::uint8_t byte = 0;
  if (set == 0 || !read_memory(member.thread, set + number / 8, &byte, 1)) return false;
  return (byte >> (number % 8) & 1) != 0;
}

bool selected_is_ready(const Member& member) {
  const std::uint64_t count = member.call.rdi < FD_SETSIZE ? member.call.rdi : FD_SETSIZE;
  for (std::uint64_t number = 0; number < count; ++number) {
    const int events = (in_set(member, member.call.rsi, number) ? POLLIN : 0) |
                       (in_set(member, member.call.rdx, number) ? POLLOUT : 0) |
                       (in_set(member, member.call.r10, number) ? POLLPRI : 0);
    if (events != 0 && one_is_ready(member, static_cast<int>(number), static_cast<short>(events))) return true;
  }
  return false;
}

std::uint64_t set_at(const Member& member, std::uint64_t address) {
  std::uint64_t set = 0;
  read_memory(member.thread, address, &set, sizeof set);
  return set;
}

bool is_awaited(const Member& member, std::uint64_t kind, std::uint64_t process) {
  return kind == P_ALL || kind == P_PGID || process == static_cast<std::uint64_t>(member.process) ||
         process == static_cast<std::uint64_t>(member.number);
}

// A child of its process that has ended, or none that could end.
bool child_is_there(const Member& member, Members& all) {
  const bool by_id = member.call.orig_rax == __NR_waitid;
  const auto process = by_id ? member.call.rsi : member.call.rdi;
  const std::uint64_t kind = by_id ? member.call.rdi : static_cast<std::int32_t>(process) > 0 ? P_PID : P_ALL;
  if (((by_id ? member.call.r10 : member.call.rdx) & WNOHANG) != 0) return true;
  bool could_end = false;
  for (const Member* other : all) {
    if (!is_first(*other) || other->parent != member.process || other->reaped) continue;
    if (!is_awaited(*other, kind, process)) continue;
    if (other->ended) return true;
    could_end = true;
  }
  return !could_end;
}

bool futex_returns(const Member& member) { return member.woken || !futex_waits(member); }

std::uint64_t deadline_of(const Member& member, std::uint64_t address) {
  timespec time = {};
  if (address == 0 || !read_memory(member.thread, address, &time, sizeof time)) return kNoDeadline;
  return valid_duration(time) ? deadline_after(time) : clock_now();
}

std::uint64_t deadline_at_time(const Member& member, clockid_t clock, std::uint64_t address) {
  timespec time = {};
  if (address == 0 || !read_memory(member.thread, address, &time, sizeof time)) return kNoDeadline;
  return deadline_at(clock, time);
}

std::uint64_t deadline_of_milliseconds(std::uint64_t argument) {
  const auto milliseconds = static_cast<std::int32_t>(argument);
  if (milliseconds < 0) return kNoDeadline;
  return clock_now() + static_cast<std::uint64_t>(milliseconds) * 1'000'000;
}

std::uint64_t deadline_of_timeval(const Member& member, std::uint64_t address) {
  timeval time = {};
  if (address == 0 || !read_memory(member.thread, address, &time, sizeof time)) return kNoDeadline;
  return clock_now() +
         (static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 + static_cast<std::uint64_t>(time.tv_usec)) * 1'000;
}

std::uint64_t deadline_of_futex(const Member& member) {
  if ((member.call.rsi & FUTEX_CMD_MASK) == FUTEX_WAIT) return deadline_of(member, member.call.r10);
  const clockid_t clock = (member.call.rsi & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  return deadline_at_time(member, clock, member.call.r10);
}

}  // namespace

Way way_of(const Member& member) {
  for (const CallWay& row : kWays) {
    if (row.number == member.call.orig_rax) return row.way;
  }
  const bool opens = member.call.orig_rax == __NR_open || member.call.orig_rax == __NR_openat;
  const std::uint64_t flags = member.call.orig_rax == __NR_open ? member.call.rsi : member.call.rdx;
  return opens && (flags & (O_CREAT | O_TRUNC)) != 0 ? Way::visible : Way::plain;
}

bool needs_turn(const Member& member) {
  switch (member.way) {
    case Way::plain:
    case Way::replaced:
      return false;
    case Way::input:
      return has_other_end(member, member.call.rdi);
    case Way::closes:
      return has_other_end(member, member.call.orig_rax == __NR_close ? member.call.rdi : member.call.rsi);
    case Way::futex:
      return futex_waits(member);
    default:
      return true;
  }
}

std::uint64_t deadline_of_call(const Member& member) {
  switch (member.call.orig_rax) {
    case __NR_poll:
      return deadline_of_milliseconds(member.call.rdx);
    case __NR_ppoll:
      return deadline_of(member, member.call.rdx);
    case __NR_select:
      return deadline_of_timeval(member, member.call.r8);
    case __NR_pselect6:
      return deadline_of(member, member.call.r8);
    case __NR_epoll_wait:
    case __NR_epoll_pwait:
      return deadline_of_milliseconds(member.call.r10);
    case __NR_epoll_pwait2:
      return deadline_of(member, member.call.r10);
    case __NR_nanosleep:
      return deadline_of(member, member.call.rdi);
    case __NR_clock_nanosleep:
      if ((member.call.rsi & TIMER_ABSTIME) == 0) return deadline_of(member, member.call.rdx);
      return deadline_at_time(member, static_cast<clockid_t>(member.call.rdi), member.call.rdx);
    case __NR_rt_sigtimedwait:
      return deadline_of(member, member.call.rdx);
    case __NR_futex:
      return deadline_of_futex(member);
    default:
      return kNoDeadline;
  }
}

bool call_returns(const Member& member, Members& all, std::uint64_t used) {
  switch (member.way) {
    case Way::input:
      return input_is_there(member);
    case Way::moves:
      return input_is_there(member) && (!member.was_full || member.tried_at != used);
    case Way::output:
      return !member.was_full || member.tried_at != used;
    case Way::polls:
      return polled_is_ready(member);
    case Way::selects:
      return selected_is_ready(member);
    case Way::epolls:
      return one_is_ready(member, static_cast<int>(member.call.rdi), POLLIN);
    case Way::sleeps:
      return false;
    case Way::awaits_signal: {
      const bool with_mask = member.call.orig_rax == __NR_rt_sigsuspend;
      return waiting_signals(member.thread, with_mask ? set_at(member, member.call.rdi) : kOwnMask) != 0;
    }
    case Way::takes_signal:
      return waiting_signals(member.thread, ~set_at(member, member.call.rdi)) != 0;
    case Way::awaits_child:
      return child_is_there(member, all);
    case Way::futex:
      return futex_returns(member);
    default:
      return true;
  }
}

}  // namespace sleave::rt

// What the kernel sees of a child's system call, and what the child sees of the kernel's answer: numbers of processes,
// time and random bytes are the run's, and no call waits in the kernel.
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

#include "runtime/base/raw.h"
#include "runtime/child/member.h"
#include "runtime/process/identity.h"
#include "runtime/signal/pending.h"
#include "runtime/state/clock.h"
#include "runtime/time/time.h"

namespace sleave::rt {

namespace {

constexpr std::uint64_t kScratchBelowStack = 1024;  // beyond what the ABI lets a function use below its stack pointer
constexpr std::uint64_t kMostRandom = 256;
constexpr std::uint64_t kNoCall = ~0ull;
constexpr std::uint64_t kSystemCallBytes = 2;  // of the instruction

void answer(Member& member, long result) {
  member.has_result = true;
  member.result = result;
}

// ---- time, numbers and chance

long answer_time(Member& member, clockid_t clock, std::uint64_t to) {
  const timespec time = clock_for_child(clock);
  return to == 0 || write_memory(member.thread, to, &time, sizeof time) ? 0 : -EFAULT;
}

long answer_time_of_day(Member& member) {
  const timespec time = clock_for_child(CLOCK_REALTIME);
  const timeval shown = {time.tv_sec, time.tv_nsec / 1000};
  return member.call.rdi == 0 || write_memory(member.thread, member.call.rdi, &shown, sizeof shown) ? 0 : -EFAULT;
}

long answer_seconds(Member& member) {
  const time_t seconds = clock_for_child(CLOCK_REALTIME).tv_sec;
  if (member.call.rdi != 0) write_memory(member.thread, member.call.rdi, &seconds, sizeof seconds);
  return seconds;
}

// Marsaglia's xorshift: any sequence will do that is the same in every run.
std::uint64_t next_random(Member& member) {
  std::uint64_t& x = member.random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return x;
}

long answer_random(Member& member) {
  std::uint8_t bytes[kMostRandom];
  const std::uint64_t count = member.call.rsi < kMostRandom ? member.call.rsi : kMostRandom;
  for (std::uint64_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(next_random(member) >> 32);
  return write_memory(member.thread, member.call.rdi, bytes, count) ? static_cast<long>(count) : -EFAULT;
}

void answer_replaced(Member& member, Members& all) {
  switch (member.call.orig_rax) {
    case __NR_getpid:
      return answer(member, member.number);
    case __NR_gettid:
      return answer(member, is_first(member) ? member.number : member.thread);
    case __NR_getppid:
      return answer(member, number_of(all, member.parent));
    case __NR_clock_gettime:
      if (!clock_exists(static_cast<clockid_t>(member.call.rdi))) return;  // the kernel's error
      return answer(member, answer_time(member, static_cast<clockid_t>(member.call.rdi), member.call.rsi));
    case __NR_gettimeofday:
      return answer(member, answer_time_of_day(member));
    case __NR_time:
      return answer(member, answer_seconds(member));
    default:
      return answer(member, answer_random(member));
  }
}

// ---- waits that are decided here

bool futex_covers(const Member& waits, const Member& wakes) {
  if (!waits.at_call || waits.way != Way::futex || waits.woken) return false;
  if (waits.process != wakes.process || waits.call.rdi != wakes.call.rdi) return false;
  const bool both =
      (wakes.call.rsi & FUTEX_CMD_MASK) == FUTEX_WAKE_BITSET && (waits.call.rsi & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
  return !both || (waits.call.r9 & wakes.call.r9) != 0;
}

long wake(Member& member, Members& all) {
  long woken = 0;
  for (Member* other : all) {
    if (woken >= static_cast<std::int32_t>(member.call.rdx)) break;
    if (!futex_covers(*other, member)) continue;
    other->woken = true;
    ++woken;
  }
  return woken;
}

void answer_futex(Member& member, Members& all, bool returns, bool in_time) {
  const auto operation = member.call.rsi & FUTEX_CMD_MASK;
  if (operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET) return answer(member, wake(member, all));
  if (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET) return;
  if (!member.at_call) return answer(member, -EAGAIN);  // the word differs
  answer(member, returns ? 0 : in_time ? -EINTR : -ETIMEDOUT);
  member.woken = false;
}

// ---- numbers of processes in arguments

void translate(std::uint64_t& argument, Members& all) {
  if (static_cast<std::int32_t>(argument) > 0)
    argument = static_cast<std::uint64_t>(process_of(all, static_cast<std::int32_t>(argument)));
}

void translate_numbers(Member& member, Members& all) {
  auto& call = member.call;
  switch (call.orig_rax) {
    case __NR_tgkill:
    case __NR_setpgid: {
      std::uint64_t second = call.rsi;
      translate(second, all);
      call.rsi = second;
      [[fallthrough]];
    }
    case __NR_wait4:
    case __NR_kill:
    case __NR_tkill:
    case __NR_getpgid:
    case __NR_getsid:
    case __NR_pidfd_open:
    case __NR_prlimit64:
    case __NR_sched_setaffinity:
    case __NR_sched_getaffinity: {
      std::uint64_t first = call.rdi;
      translate(first, all);
      call.rdi = first;
      return;
    }
    case __NR_waitid: {
      std::uint64_t process = call.rsi;
      if (call.rdi == P_PID) translate(process, all);
      call.rsi = process;
      return;
    }
    default:
      return;
  }
}

bool is_program(int process) {
  return process == program_number() || process == static_cast<int>(raw_call(__NR_getpid));
}

void signal_program(Member& member) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = static_cast<int>(member.call.rsi);
  info.si_code = SI_USER;
  info.si_pid = member.number;
  if (info.si_signo != 0) post_process_signal(info, 0);
  answer(member, 0);
}

// ---- calls that must not wait

void set_timeout_to_zero(Member& member) {
  const timespec none = {0, 0};
  const std::uint64_t scratch = member.call.rsp - kScratchBelowStack;
  switch (member.call.orig_rax) {
    case __NR_poll:
      member.call.rdx = 0;
      return;
    case __NR_epoll_wait:
    case __NR_epoll_pwait:
      member.call.r10 = 0;
      return;
    case __NR_ppoll:
    case __NR_rt_sigtimedwait:
      member.call.rdx = scratch;
      break;
    case __NR_select:
    case __NR_pselect6:
      member.call.r8 = scratch;
      break;
    case __NR_epoll_pwait2:
      member.call.r10 = scratch;
      break;
    default:
      return;
  }
  write_memory(member.thread, scratch, &none, sizeof none);
}

void unblock(Member& member, std::uint64_t number) {
  const int copy = copy_descriptor(member.handle, static_cast<int>(number));
  if (copy < 0) return;
  const long flags = raw_call(__NR_fcntl, copy, F_GETFL);
  raw_call(__NR_fcntl, copy, F_SETFL, flags | O_NONBLOCK);
  member.flags[member.unblocked_count] = flags;
  member.unblocked[member.unblocked_count++] = copy;
}

// Whether any of them would have waited.
bool block_again(Member& member) {
  bool waits = false;
  for (std::uint32_t i = 0; i < member.unblocked_count; ++i) {
    raw_call(__NR_fcntl, member.unblocked[i], F_SETFL, member.flags[i]);
    raw_call(__NR_close, member.unblocked[i]);
    waits |= (member.flags[i] & O_NONBLOCK) == 0;
  }
  member.unblocked_count = 0;
  return waits;
}

void unblock_output(Member& member) {
  unblock(member, member.call.rdi);
  if (member.call.orig_rax == __NR_splice) unblock(member, member.call.rdx);
  if (member.call.orig_rax == __NR_tee) unblock(member, member.call.rsi);
}

bool arguments_differ(const Registers& a, const Registers& b) {
  return a.rdi != b.rdi || a.rsi != b.rsi || a.rdx != b.rdx || a.r10 != b.r10 || a.r8 != b.r8;
}

void restore_arguments(Registers& to, const Registers& from) {
  to.rdi = from.rdi;
  to.rsi = from.rsi;
  to.rdx = from.rdx;
  to.r10 = from.r10;
  to.r8 = from.r8;
  to.orig_rax = from.orig_rax;
}

// The instruction is run again; `done` bytes of it are given.
void repeat(Member& member, Registers& registers, std::uint64_t done, std::uint64_t used) {
  restore_arguments(registers, member.shown);
  member.given += done;
  if (member.call.orig_rax == __NR_write) {
    registers.rsi = member.shown.rsi + member.given;
    registers.rdx = member.shown.rdx - member.given;
  }
  registers.rip -= kSystemCallBytes;
  registers.rax = member.shown.orig_rax;
  member.was_full = member.again = true;
  member.futile = done == 0;
  member.tried_at = used;
  set_registers(member.thread, registers);
}

long number_in_result(Member& member, Members& all, long result) {
  switch (member.shown.orig_rax) {
    case __NR_clone:
    case __NR_clone3:
    case __NR_fork:
    case __NR_vfork:
    case __NR_wait4:
    case __NR_getppid:
      return result > 0 ? number_of(all, static_cast<int>(result)) : result;
    default:
      return result;
  }
}

void note_reaped(Member& member, Members& all, long result) {
  const bool by_id = member.shown.orig_rax == __NR_waitid;
  if (!by_id && member.shown.orig_rax != __NR_wait4) return;
  siginfo_t info = {};
  if (by_id &&
      (result != 0 || member.shown.rdx == 0 || !read_memory(member.thread, member.shown.rdx, &info, sizeof info))) {
    return;
  }
  const long process = by_id ? info.si_pid : result;
  if (by_id && process > 0) {
    info.si_pid = number_of(all, static_cast<int>(process));
    write_memory(member.thread, member.shown.rdx, &info, sizeof info);
  }
  const bool stays = by_id && (member.shown.r10 & WNOWAIT) != 0;
  for (Member* other : all) {
    if (!stays && process > 0 && other->process == process && is_first(*other)) other->reaped = true;
  }
}

}  // namespace

int number_of(Members& all, int process) {
  for (const Member* member : all) {
    if (member->thread == process && is_first(*member)) return member->number;
  }
  return is_program(process) ? program_number() : process;
}

int process_of(Members& all, long number) {
  for (const Member* member : all) {
    if (member->number == number && !member->reaped) return member->process;
  }
  return static_cast<int>(number);
}

void prepare_call(Member& member, Members& all, bool in_time) {
  if (!member.again) member.shown = member.call;
  member.has_result = false;
  const bool returns = in_time && call_returns(member, all, ~0ull);
  switch (member.way) {
    case Way::replaced:
      answer_replaced(member, all);
      break;
    case Way::futex:
      answer_futex(member, all, returns, in_time);
      break;
    case Way::sleeps:
      answer(member, in_time ? -EINTR : 0);
      break;
    case Way::polls:
    case Way::selects:
    case Way::epolls:
    case Way::takes_signal:
      if (returns || !in_time) set_timeout_to_zero(member);
      break;
    case Way::output:
    case Way::moves:
      unblock_output(member);
      break;
    case Way::signals:
      if (is_program(static_cast<int>(member.call.rdi)) && member.call.orig_rax == __NR_kill) signal_program(member);
      break;
    default:
      break;
  }
  translate_numbers(member, all);
  member.differs = member.has_result || arguments_differ(member.call, member.shown);
  if (!member.differs) return;
  Registers wanted = member.call;
  if (member.has_result) wanted.orig_rax = kNoCall;
  set_registers(member.thread, wanted);
}

bool finish_call(Member& member, Members& all, std::uint64_t used) {
  Registers registers = registers_of(member.thread);
  const bool waits = block_again(member);
  auto result = member.has_result ? member.result : static_cast<long>(registers.rax);
  const bool partly =
      member.call.orig_rax == __NR_write && result > 0 && static_cast<std::uint64_t>(result) < member.call.rdx;
  if (waits && (result == -EAGAIN || partly)) {
    repeat(member, registers, partly ? static_cast<std::uint64_t>(result) : 0, used);
    return false;
  }
  const long shown = member.given > 0 ? static_cast<long>(member.given) + (result > 0 ? result : 0)
                                      : number_in_result(member, all, result);
  note_reaped(member, all, result);
  if (member.differs || member.again || shown != static_cast<long>(registers.rax)) {
    restore_arguments(registers, member.shown);
    registers.rax = static_cast<std::uint64_t>(shown);
    set_registers(member.thread, registers);
  }
  member.given = 0;
  member.again = member.was_full = member.differs = member.has_result = false;
  return true;
}

}  // namespace sleave::rt

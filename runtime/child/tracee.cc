#include "runtime/child/tracee.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/ptrace.h>
#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "runtime/base/fatal.h"
#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"
#include "runtime/base/text.h"
#include "runtime/state/signal_sets.h"

namespace sleave::rt {

namespace {

constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                          PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
constexpr int kOfSystemCall = SIGTRAP | 0x80;
constexpr long kGetRegisters = 12;  // PTRACE_GETREGS and PTRACE_SETREGS, which only libc's own header has
constexpr long kSetRegisters = 13;

long trace(long request, int thread, long address = 0, long data = 0) {
  return raw_call(__NR_ptrace, request, thread, address, data);
}

int await_status(int thread) {
  int status = 0;
  long got;
  do {
    got = raw_call(__NR_wait4, thread, reinterpret_cast<long>(&status), __WALL, 0);
  } while (got == -EINTR);
  if (got < 0) fatal("lost a child process", static_cast<int>(-got));
  return status;
}

int new_thread_of(int thread) {
  unsigned long number = 0;
  trace(PTRACE_GETEVENTMSG, thread, 0, reinterpret_cast<long>(&number));
  return static_cast<int>(number);
}

Stop side_of_call(int thread) {
  ptrace_syscall_info info;
  const long bytes = trace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, reinterpret_cast<long>(&info));
  return bytes > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY ? Stop::entry : Stop::exit;
}

Stopped event_stop(int thread, int event) {
  switch (event) {
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK:
    case PTRACE_EVENT_CLONE:
      return {Stop::forked, new_thread_of(thread)};
    case PTRACE_EVENT_EXEC:
      return {Stop::exec, 0};
    default:  // a stop by SIGSTOP or the like, which is not kept
      return {Stop::other, 0};
  }
}

Stopped meaning_of(int thread, int status) {
  if (!WIFSTOPPED(status)) return {Stop::ended, status};
  if (WSTOPSIG(status) == kOfSystemCall) return {side_of_call(thread), 0};
  if (const int event = status >> 16) return event_stop(thread, event);
  return {Stop::signal, WSTOPSIG(status)};
}

// The hexadecimal number behind `name` in the text of /proc/N/status.
std::uint64_t signal_set(const char* text, const char* name) {
  const char* at = strstr(text, name);
  if (at == nullptr) return 0;
  std::uint64_t set = 0;
  for (at += strlen(name); *at == ' ' || *at == '\t'; ++at) continue;
  for (;; ++at) {
    const int digit = *at >= '0' && *at <= '9' ? *at - '0' : *at >= 'a' && *at <= 'f' ? *at - 'a' + 10 : -1;
    if (digit < 0) return set;
    set = set * 16 + static_cast<std::uint64_t>(digit);
  }
}

constexpr std::uint64_t kIgnoredByDefault =
    signal_bit(SIGCHLD) | signal_bit(SIGCONT) | signal_bit(SIGURG) | signal_bit(SIGWINCH);

}  // namespace

bool seize(int thread) {
  if (trace(PTRACE_SEIZE, thread, 0, kOptions) != 0) return false;
  trace(PTRACE_INTERRUPT, thread);
  await_status(thread);
  return true;
}

void await_seized(int thread) { await_status(thread); }

void let_go(int thread) { trace(PTRACE_SYSCALL, thread); }

Stopped await_stop(int thread) { return meaning_of(thread, await_status(thread)); }

Stopped resume(int thread, int signal) {
  trace(PTRACE_SYSCALL, thread, 0, signal);
  return await_stop(thread);
}

Registers registers_of(int thread) {
  Registers registers = {};
  trace(kGetRegisters, thread, 0, reinterpret_cast<long>(&registers));
  return registers;
}

void set_registers(int thread, const Registers& registers) {
  trace(kSetRegisters, thread, 0, reinterpret_cast<long>(&registers));
}

bool read_memory(int thread, std::uint64_t from, void* to, std::size_t bytes) {
  const iovec here = {to, bytes};
  const iovec there = {reinterpret_cast<void*>(from), bytes};
  return raw_call(__NR_process_vm_readv, thread, reinterpret_cast<long>(&here), 1, reinterpret_cast<long>(&there), 1,
                  0) == static_cast<long>(bytes);
}

bool write_memory(int thread, std::uint64_t to, const void* from, std::size_t bytes) {
  const iovec here = {const_cast<void*>(from), bytes};
  const iovec there = {reinterpret_cast<void*>(to), bytes};
  return raw_call(__NR_process_vm_writev, thread, reinterpret_cast<long>(&here), 1, reinterpret_cast<long>(&there), 1,
                  0) == static_cast<long>(bytes);
}

std::uint64_t waiting_signals(int thread, std::uint64_t blocked) {
  char path[64];
  Text(path, sizeof path).add("/proc/").add(static_cast<std::uint64_t>(thread)).add("/status");
  const int file = open_high(path);
  if (file < 0) return 0;
  char text[4096];
  const long bytes = raw_call(__NR_read, file, reinterpret_cast<long>(text), sizeof text - 1);
  raw_call(__NR_close, file);
  text[bytes > 0 ? bytes : 0] = 0;
  const std::uint64_t waiting = signal_set(text, "\nSigPnd:") | signal_set(text, "\nShdPnd:");
  const std::uint64_t caught = signal_set(text, "\nSigCgt:");
  const std::uint64_t ignored = signal_set(text, "\nSigIgn:") | (kIgnoredByDefault & ~caught);
  return waiting & ~ignored & ~(blocked == ~0ull ? signal_set(text, "\nSigBlk:") : blocked);
}

int copy_descriptor(int process, int number) {
  const long low = raw_call(__NR_pidfd_getfd, process, number, 0);
  if (low < 0) return static_cast<int>(low);
  const long high = raw_call(__NR_fcntl, low, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  raw_call(__NR_close, low);
  return static_cast<int>(high);
}

}  // namespace sleave::rt

// count_instructions COMMAND...: runs a command and counts the instructions that a process of it executes in user mode,
// between marks in its code. By single steps: exact, the same on every machine that runs the same code, and in need of
// no performance counters, which virtual machines seldom have. A step takes microseconds, so regions should be short.
//
// A mark is `int3` with a number in rax: the region that begins there, 0 for none. Only the first process that reaches
// a mark is counted. Prints a line "region instructions" for each region as it ends.
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace {

constexpr int kCannotTrace = 77;  // what ctest takes for "skipped"
constexpr int kOptions = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;

struct Count {
  pid_t process = 0;  // the one that is counted
  unsigned long long region = 0;
  unsigned long long instructions = 0;
};

void go_on(pid_t process, const Count& count, int signal) {
  const bool step = process == count.process && count.region != 0;
  // Fails for a process that was killed meanwhile: its end is waited for.
  ptrace(step ? PTRACE_SINGLESTEP : PTRACE_CONT, process, nullptr, signal);
}

bool is_step(pid_t process) {
  siginfo_t info{};
  return ptrace(PTRACE_GETSIGINFO, process, nullptr, &info) == 0 && info.si_code == TRAP_TRACE;
}

void mark(pid_t process, Count& count) {
  user_regs_struct registers{};
  if (ptrace(PTRACE_GETREGS, process, nullptr, &registers) != 0) return;
  if (count.region != 0) std::printf("%llu %llu\n", count.region, count.instructions);
  count.region = registers.rax;
  count.instructions = 0;
}

// The signal to go on with.
int trapped(pid_t process, int status, Count& count) {
  if (status >> 16 != 0) return 0;  // a fork or an exec
  if (process == count.process && count.region != 0 && is_step(process)) {
    ++count.instructions;
    return 0;
  }
  if (count.process == 0) count.process = process;
  if (process == count.process) mark(process, count);
  return 0;
}

int follow(pid_t first) {
  Count count;
  int result = 1;
  int status = 0;
  for (pid_t process; (process = waitpid(-1, &status, __WALL)) > 0;) {
    if (!WIFSTOPPED(status)) {
      if (process == first) result = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
      continue;
    }
    const int signal = WSTOPSIG(status);
    if (signal == SIGTRAP) {
      go_on(process, count, trapped(process, status, count));
    } else {
      go_on(process, count, signal == SIGSTOP ? 0 : signal);  // a new child begins with a stop
    }
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: count_instructions COMMAND...\n");
    return 2;
  }
  const pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(kCannotTrace);
    raise(SIGSTOP);
    execv(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status) ||
      ptrace(PTRACE_SETOPTIONS, child, nullptr, kOptions) != 0) {
    std::fprintf(stderr, "count_instructions: this machine lets nobody trace\n");
    return kCannotTrace;
  }
  ptrace(PTRACE_CONT, child, nullptr, 0);
  return follow(child);
}

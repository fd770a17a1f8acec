// Deeds against processes: children that stay, signals to whatever can be reached, other programs.
#include <linux/sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "deeds.h"

namespace hostile {
namespace {

// The bare instruction: what no interposer sees.
long system_call(long number, long first = 0, long second = 0) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first), "S"(second) : "rcx", "r11", "memory");
  return result;
}

[[noreturn]] void stay() {
  for (;;) pause();
}

// Up to two hundred descendants, in three generations, that outlive the run.
void breed(int generations, int children) {
  for (int i = 0; i < children; ++i) {
    if (fork() != 0) continue;
    if (generations > 1) breed(generations - 1, children);
    stay();
  }
}
void fork_many(Dice&) { breed(3, 5); }

// A chain of processes, each of which ends once it has made the next: whoever kills the one it sees is too late.
void fork_chain(Dice&) {
  if (fork() != 0) return;
  for (int i = 0; i < 50; ++i) {
    if (fork() != 0) _exit(0);
  }
  stay();
}

void daemonise(Dice&) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  stay();
}

void kill_self(Dice&) { kill(getpid(), SIGKILL); }
void kill_group(Dice&) { kill(0, SIGKILL); }
void kill_parent(Dice&) { system_call(SYS_kill, system_call(SYS_getppid), SIGKILL); }
void stop_self(Dice&) { raise(SIGSTOP); }
void stop_parent(Dice&) { system_call(SYS_kill, system_call(SYS_getppid), SIGSTOP); }

void raise_any(Dice& dice) { raise(1 + static_cast<int>(dice.roll() % 64)); }

void leave_in_handler(Dice&) {
  signal(SIGSEGV, [](int) { _exit(7); });
  raise(SIGSEGV);
}

void be_traced(Dice&) {
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  raise(SIGTRAP);
  raise(SIGUSR1);
}

void become_another(Dice&) { execl("/bin/true", "true", nullptr); }
void become_a_sleeper(Dice&) { execl("/bin/sleep", "sleep", "1000", nullptr); }
void leave_unseen(Dice&) { system_call(SYS_exit_group, 5); }

}  // namespace

const NamedDeed kProcessDeeds[] = {{"fork-many", fork_many},
                                   {"fork-chain", fork_chain},
                                   {"daemonise", daemonise},
                                   {"kill-self", kill_self},
                                   {"kill-group", kill_group},
                                   {"kill-parent", kill_parent},
                                   {"stop-self", stop_self},
                                   {"stop-parent", stop_parent},
                                   {"raise-any", raise_any},
                                   {"leave-in-handler", leave_in_handler},
                                   {"be-traced", be_traced},
                                   {"become-another", become_another},
                                   {"become-a-sleeper", become_a_sleeper},
                                   {"leave-unseen", leave_unseen},
                                   {nullptr, nullptr}};

}  // namespace hostile

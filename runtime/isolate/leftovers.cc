#include "runtime/isolate/leftovers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "runtime/base/raw.h"

namespace sleave::rt {

namespace {

// Rounds of looking for children: of a chain of processes, each of which forks before it dies, one is seen a round.
constexpr int kMostRounds = 1000;

bool inheriting;

// Reaps what has ended; whether any child is left.
bool any_child() {
  for (;;) {
    const long got = raw_call(__NR_wait4, -1, 0, WNOHANG, 0);
    if (got == -ECHILD) return false;
    if (got == 0 || (got < 0 && got != -EINTR)) return true;
  }
}

// Sends SIGKILL to each process that the kernel lists as a child of this thread: decimal numbers and blanks.
void kill_children() {
  const long file = raw_call(__NR_open, reinterpret_cast<long>("/proc/thread-self/children"), O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return;
  char text[512];
  long number = 0;
  for (;;) {
    const long bytes = raw_call(__NR_read, file, reinterpret_cast<long>(text), sizeof text);
    if (bytes <= 0) break;
    for (long i = 0; i < bytes; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        number = number * 10 + (text[i] - '0');
      } else if (number > 1) {
        raw_call(__NR_kill, number, SIGKILL);
        number = 0;
      }
    }
  }
  raw_call(__NR_close, file);
}

}  // namespace

void inherit_leftovers() { inheriting = !any_child() && raw_call(__NR_prctl, PR_SET_CHILD_SUBREAPER, 1) == 0; }

// The common case costs one system call.
void end_leftovers() {
  for (int round = 0; inheriting && round < kMostRounds && any_child(); ++round) {
    kill_children();
    raw_call(__NR_sched_yield);
  }
}

}  // namespace sleave::rt

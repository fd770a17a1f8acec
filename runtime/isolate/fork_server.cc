// Fork isolation: the process stops where the plan takes effect and forks a child for every run.
//
// The fork is the bare system call: glibc's own would hand the stacks of our parked threads out for reuse. The children
// are single kernel threads; the fibers' stacks and storage come along as memory.
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abi/channel.h"
#include "runtime/base/fatal.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/isolate/isolate.h"
#include "runtime/isolate/leftovers.h"
#include "runtime/isolate/library_ends.h"
#include "runtime/isolate/worker.h"
#include "runtime/state/thread.h"
#include "runtime/thread/thread.h"

namespace sleave::rt {

namespace {

// A child that made us its tracer is also seen when it stops; nobody would ever let it go on.
std::int32_t wait_for(std::int32_t child) {
  int status = 0;
  for (;;) {
    const long got = raw_call(__NR_wait4, child, reinterpret_cast<long>(&status), 0, 0);
    if (got == child && WIFSTOPPED(status)) raw_call(__NR_kill, child, SIGKILL);
    if (got != -EINTR && !(got == child && WIFSTOPPED(status))) return status;
  }
}

// Three workers in a row that retired with their first run: the program's runs cannot be undone, and the attempt costs
// more than it gives. A worker that was killed or failed says nothing.
constexpr int kPatience = 3;
int retired_at_once;

bool worth_a_worker() {
  return runtime.channel->isolation == SLEAVE_ISOLATION_reset && runtime.channel->threads == SLEAVE_THREADS_FIBER &&
         retired_at_once < kPatience;
}

// A child tells its own number: the server would write it too late for one that has already told its end. It leads a
// process group of its own: a signal to the group reaches neither us nor the explorer.
void become_child() {
  raw_call(__NR_prctl, PR_SET_PDEATHSIG, SIGKILL);
  raw_call(__NR_setpgid, 0, 0);
  const auto number = static_cast<std::int32_t>(raw_call(__NR_gettid));
  runtime.current->native_id = number;
  tell(number);
  keep_channel_from_children();
  if (worth_a_worker()) return become_worker();
  raw_call(__NR_close, runtime.channel->command_fd);
  raw_call(__NR_close, runtime.channel->status_fd);
}

void wait_for_command() {
  char command = 0;
  if (!raw_read(runtime.channel->command_fd, &command, 1)) raw_exit(0);  // the explorer is gone
  if (command != SLEAVE_COMMAND_RUN) fatal("unknown command from the explorer", command);
}

// Runs made by workers themselves were told by them.
void child_has_ended(std::int32_t status) {
  const std::uint32_t said = runtime.shared->worker_state;  // the program may have overwritten it
  const std::uint32_t state = said <= SLEAVE_WORKER_HANDS_BACK ? said : SLEAVE_WORKER_RUNS;
  if (state == SLEAVE_WORKER_RUNS) tell(status);
  const std::uint32_t why = runtime.shared->retires_because;
  if (runtime.shared->worker_runs > 0) retired_at_once = 0;
  if (why != SLEAVE_RETIREMENT_none && runtime.shared->worker_runs == 0 && ++retired_at_once == kPatience) {
    runtime.shared->gave_up_because = why;
  }
  if (state != SLEAVE_WORKER_HANDS_BACK) wait_for_command();
}

}  // namespace

void tell(std::int32_t number) {
  if (!raw_write(runtime.channel->status_fd, &number, sizeof number)) raw_exit(0);
}

std::int64_t place_in_input() {
  struct stat input{};
  if (raw_call(__NR_fstat, STDIN_FILENO, reinterpret_cast<long>(&input)) != 0) return -1;
  if (!S_ISREG(input.st_mode) || input.st_size == 0) return -1;
  return raw_call(__NR_lseek, STDIN_FILENO, 0, SEEK_CUR);
}

void set_place_in_input(std::int64_t place) {
  if (place >= 0) raw_call(__NR_lseek, STDIN_FILENO, place, SEEK_SET);
}

void serve_forks() {
  const sleave_plan* own = runtime.plan;
  inherit_leftovers();
  note_libraries();
  find_all_real();  // or every run would look for those it calls
  runtime.shared->ready = SLEAVE_READY_SERVING;
  const std::int64_t input_place = place_in_input();
  wait_for_command();
  for (;;) {
    set_place_in_input(input_place);
    runtime.plan = shared_plan();
    prepare_planned_threads();
    runtime.plan = own;
    runtime.shared->worker_state = SLEAVE_WORKER_RUNS;
    runtime.shared->retires_because = SLEAVE_RETIREMENT_none;
    runtime.shared->worker_runs = 0;
    const auto child = static_cast<std::int32_t>(raw_call(__NR_clone, SIGCHLD));
    if (child == 0) return become_child();
    if (child < 0) fatal("cannot fork", -child);
    const std::int32_t status = wait_for(child);
    end_leftovers();
    child_has_ended(status);
  }
}

}  // namespace sleave::rt

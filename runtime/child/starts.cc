// fork, posix_spawn, system and popen by the program itself.
#include "runtime/child/starts.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/child/children.h"
#include "runtime/descriptor/open.h"
#include "runtime/process/identity.h"
#include "runtime/signal/actions.h"
#include "runtime/signal/mask.h"
#include "runtime/thread/cancel.h"

namespace sleave::rt {

namespace {

bool leave_control() {
  runtime.mode = Mode::passthrough;
  remember_parent();
  give_actions_to_kernel();
  give_mask_to_kernel();
  forget_children();
  return wait_at_gate();
}

void leave_control_in_child() { leave_control(); }

}  // namespace

// Child handlers run in the order of registration: ours before any of the program's.
void watch_forks() { pthread_atfork(nullptr, nullptr, leave_control_in_child); }

}  // namespace sleave::rt

using namespace sleave::rt;

namespace {

// ---- fork

template <typename Fork>
pid_t fork_by(Fork fork_now, std::uintptr_t site) {
  if (!controlled()) return fork_now();
  Child& child = new_child(site);
  const pid_t process = fork_now();
  if (process == 0) return 0;
  const int error = errno;
  if (process < 0) return process;
  child.launched = true;
  add_child(child, process);
  errno = error;
  return child.family.number;
}

// ---- posix_spawn and those that are made of it

struct Report {
  int error;
};

// Of a process that is not held: ends as the one that it made, for which only it can wait.
[[noreturn]] void end_as(pid_t process) {
  int status = 0;
  raw_call(__NR_wait4, process, reinterpret_cast<long>(&status), 0, 0);
  if (WIFSIGNALED(status)) raw_call(__NR_kill, raw_call(__NR_getpid), WTERMSIG(status));
  raw_exit(WEXITSTATUS(status));
}

// A process of its own calls libc's function, so that all of it is as libc has it. make(&process) returns an error, or
// 0.
template <typename Make>
int spawn_by(Make make, bool silent, Child** made, std::uintptr_t site) {
  int ends[2] = {-1, -1};
  raw_call(__NR_pipe2, reinterpret_cast<long>(ends), O_CLOEXEC);
  const long from = raw_call(__NR_fcntl, ends[0], F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  const long to = raw_call(__NR_fcntl, ends[1], F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  raw_call(__NR_close, ends[0]);
  raw_call(__NR_close, ends[1]);
  Child& child = new_child(site);
  child.silent = silent;
  const long process = raw_call(__NR_clone, SIGCHLD);
  if (process == 0) {
    const bool held = leave_control();
    pid_t made_process = 0;
    const Report report = {make(&made_process)};
    raw_write(static_cast<int>(to), &report, sizeof report);
    if (!held && report.error == 0) end_as(made_process);
    raw_exit(0);
  }
  raw_call(__NR_close, to);
  Report report = {EAGAIN};
  if (process > 0) {
    child.family.maker = static_cast<int>(process);
    add_child(child, static_cast<int>(process));
    await_launch(child, site);
    raw_read(static_cast<int>(from), &report, sizeof report);
  }
  raw_call(__NR_close, from);
  if (report.error != 0) reap(child);
  *made = &child;
  return report.error;
}

int await_status(const Child& child, std::uintptr_t site) {
  int status = -1;
  while (await_child({true, child.family.number}, 0, &status, site) < 0 && errno == EINTR) continue;
  return status;
}

char shell_name[] = "sh";
char shell_option[] = "-c";

int spawn_shell(const char* command, pid_t* process) {
  char* words[] = {shell_name, shell_option, const_cast<char*>(command), nullptr};
  return REAL(posix_spawn)(process, "/bin/sh", nullptr, nullptr, words, environ);
}

int run_shell(const char* command, std::uintptr_t site) {
  Child* child;
  const int error = spawn_by([&](pid_t* process) { return spawn_shell(command, process); }, true, &child, site);
  if (error == 0) return await_status(*child, site);
  return 127 << 8;
}

// ---- popen

struct Stream {
  FILE* stream;
  Child* child;
  Stream* next;
};
Stream* streams;

// POSIX: streams of earlier calls are closed in the new process.
void close_streams() {
  for (const Stream* stream = streams; stream != nullptr; stream = stream->next) {
    if (stream->stream != nullptr) raw_call(__NR_close, fileno_unlocked(stream->stream));
  }
}

int spawn_with_end(const char* command, int end, int as, pid_t* process) {
  close_streams();
  if (end == as) {
    raw_call(__NR_fcntl, end, F_SETFD, 0);
  } else {
    raw_call(__NR_dup2, end, as);
  }
  return spawn_shell(command, process);
}

bool valid_mode(const char* mode) {
  bool reads = false;
  bool writes = false;
  for (; *mode != 0; ++mode) {
    if (*mode != 'r' && *mode != 'w' && *mode != 'e') return false;
    reads |= *mode == 'r';
    writes |= *mode == 'w';
  }
  return reads != writes;
}

FILE* open_process(const char* command, const char* mode, std::uintptr_t site) {
  if (!valid_mode(mode)) {
    errno = EINVAL;
    return nullptr;
  }
  const bool reads = strchr(mode, 'r') != nullptr;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return nullptr;
  const int own = ends[reads ? 0 : 1];
  const int other = ends[reads ? 1 : 0];
  Child* child;
  const int error = spawn_by([&](pid_t* process) { return spawn_with_end(command, other, reads ? 1 : 0, process); },
                             false, &child, site);
  close(other);
  FILE* stream = error == 0 ? fdopen(own, reads ? "r" : "w") : nullptr;
  if (stream == nullptr) {
    close(own);
    errno = error != 0 ? error : errno;
    return nullptr;
  }
  if (strchr(mode, 'e') == nullptr) fcntl(own, F_SETFD, 0);
  auto* entry = arena_new<Stream>();
  *entry = {stream, child, streams};
  streams = entry;
  return stream;
}

}  // namespace

SLEAVE_EXPORT pid_t fork() noexcept {
  return fork_by([] { return REAL(fork)(); }, SLEAVE_SITE_HERE);
}

// As fork, without the handlers, ours among them.
SLEAVE_EXPORT pid_t _Fork() noexcept {
  const bool was_controlled = controlled();
  return fork_by(
      [&] {
        const pid_t process = REAL(_Fork)();
        if (process == 0 && was_controlled) leave_control();
        return process;
      },
      SLEAVE_SITE_HERE);
}

// A child that shared our memory would leave control for both. POSIX allows vfork to be fork.
SLEAVE_EXPORT pid_t vfork() noexcept {
  return fork_by([] { return REAL(fork)(); }, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int posix_spawn(pid_t* number, const char* path, const posix_spawn_file_actions_t* actions,
                              const posix_spawnattr_t* attributes, char* const* words, char* const* environment) {
  if (!controlled()) return REAL(posix_spawn)(number, path, actions, attributes, words, environment);
  Child* child;
  const int error = spawn_by(
      [&](pid_t* process) { return REAL(posix_spawn)(process, path, actions, attributes, words, environment); }, false,
      &child, SLEAVE_SITE_HERE);
  if (error == 0 && number != nullptr) *number = child->family.number;
  return error;
}

SLEAVE_EXPORT int posix_spawnp(pid_t* number, const char* file, const posix_spawn_file_actions_t* actions,
                               const posix_spawnattr_t* attributes, char* const* words, char* const* environment) {
  if (!controlled()) return REAL(posix_spawnp)(number, file, actions, attributes, words, environment);
  Child* child;
  const int error = spawn_by(
      [&](pid_t* process) { return REAL(posix_spawnp)(process, file, actions, attributes, words, environment); }, false,
      &child, SLEAVE_SITE_HERE);
  if (error == 0 && number != nullptr) *number = child->family.number;
  return error;
}

SLEAVE_EXPORT int system(const char* command) {
  if (!controlled()) return REAL(system)(command);
  before_passed_call(SLEAVE_CALL_system, SLEAVE_SITE_HERE);
  if (command == nullptr) return run_shell("exit 0", SLEAVE_SITE_HERE) == 0 ? 1 : 0;
  return run_shell(command, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT FILE* popen(const char* command, const char* mode) {
  if (!controlled()) return REAL(popen)(command, mode);
  return open_process(command, mode, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int pclose(FILE* stream) {
  Stream* entry = streams;
  while (entry != nullptr && entry->stream != stream) entry = entry->next;
  if (!controlled() || entry == nullptr) return REAL(pclose)(stream);
  entry->stream = nullptr;
  fclose(stream);
  return await_status(*entry->child, SLEAVE_SITE_HERE);
}

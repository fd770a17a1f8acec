#include "runtime/process/identity.h"

#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/record/escape.h"
#include "runtime/sched/scheduler.h"

namespace sleave::rt {

namespace {
constexpr int kProcessNumber = 5'000'000;  // the kernel's limit is 4,194,304
constexpr int kProcessors = 4;             // what the program believes to have, on every machine

// In a child that the program forked: its parent's number in the kernel, which the parent never saw.
pid_t known_parent;

std::uint32_t creators;  // threads that have created others
bool numbers_are_seen;   // the program asked for the number of a thread

void note_if_numbers_vary(std::uintptr_t site) {
  if (numbers_are_seen && creators > 1) record_gap(SLEAVE_CALL_gettid, site);
}
}  // namespace

void remember_parent() { known_parent = static_cast<pid_t>(raw_call(__NR_getppid)); }

int program_number() { return kProcessNumber; }

int parent_in_kernel(int process) { return known_parent != 0 && process == kProcessNumber ? known_parent : process; }

Thread* thread_of_number(int number) {
  const auto index = static_cast<std::uint32_t>(number - kProcessNumber);
  return index < scheduler.thread_count() ? &scheduler.thread(index) : nullptr;
}

void note_creator(std::uintptr_t site) {
  ++creators;
  note_if_numbers_vary(site);
}

void note_thread_number(std::uintptr_t site) {
  numbers_are_seen = true;
  note_if_numbers_vary(site);
}

int thread_number(const Thread& thread) { return kProcessNumber + static_cast<int>(thread.index); }

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT pid_t getpid() noexcept {
  if (!controlled()) return REAL(getpid)();
  return kProcessNumber;
}

SLEAVE_EXPORT pid_t getppid() noexcept {
  if (!controlled()) {
    const pid_t parent = REAL(getppid)();
    return parent == known_parent ? kProcessNumber : parent;
  }
  return kProcessNumber - 1;
}

SLEAVE_EXPORT pid_t gettid() noexcept {
  if (!controlled()) return REAL(gettid)();
  note_thread_number(SLEAVE_SITE_HERE);
  runtime.current->exposed = true;
  return thread_number(*runtime.current);
}

SLEAVE_EXPORT int sched_getcpu() noexcept {
  if (!controlled()) return REAL(sched_getcpu)();
  return 0;
}

SLEAVE_EXPORT int getcpu(unsigned* processor, unsigned* node) noexcept {
  if (!controlled()) return REAL(getcpu)(processor, node);
  if (processor != nullptr) *processor = 0;
  if (node != nullptr) *node = 0;
  return 0;
}

SLEAVE_EXPORT int get_nprocs() noexcept {
  if (!controlled()) return REAL(get_nprocs)();
  return kProcessors;
}

SLEAVE_EXPORT int get_nprocs_conf() noexcept {
  if (!controlled()) return REAL(get_nprocs_conf)();
  return kProcessors;
}

SLEAVE_EXPORT long sysconf(int name) noexcept {
  if (controlled() && (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)) return kProcessors;
  return REAL(sysconf)(name);
}

// PTHREAD_STACK_MIN and CLK_TCK of glibc.
SLEAVE_EXPORT long __sysconf(int name) noexcept { return sysconf(name); }

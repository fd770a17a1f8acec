#include "runtime/descriptor/outside.h"

#include <errno.h>
#include <sys/wait.h>

#include "runtime/base/process.h"
#include "runtime/base/raw.h"
#include "runtime/descriptor/operation.h"
#include "runtime/record/escape.h"
#include "runtime/sched/scheduler.h"
#include "runtime/sched/sources.h"

namespace sleave::rt {

namespace {

constexpr std::uint32_t kMostAwaited = 256;

// A child may hold the other end of any pipe.
bool has_children() {
  if (traces_children) return false;
  siginfo_t info;
  return raw_call(__NR_waitid, P_ALL, 0, reinterpret_cast<long>(&info), WEXITED | WNOHANG | WNOWAIT, 0) != -ECHILD;
}

// A thread may end in a handler, in the middle of a call.
const Awaited* awaited_by(const Thread& thread) {
  return thread.state != SLEAVE_THREAD_DONE ? static_cast<const Awaited*>(thread.awaited) : nullptr;
}

// libc's own reads and writes (stdio) are no events, and nobody was asked again after them.
bool any_can_go_on() {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Awaited* awaited = awaited_by(scheduler.thread(i));
    if (awaited != nullptr && awaited->possible(*awaited)) return true;
  }
  return false;
}

}  // namespace

bool outside_can_reach(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr && (what->from_outside || what->reachable || has_children());
}

std::uint32_t outside_of_one(const Awaited& awaited, pollfd* to, std::uint32_t room) {
  if (room == 0 || !outside_can_reach(awaited.descriptor)) return 0;
  *to = {awaited.descriptor, awaited.events != 0 ? awaited.events : static_cast<short>(POLLOUT), 0};
  return 1;
}

bool wait_for_outside() {
  if (any_can_go_on()) return true;
  pollfd all[kMostAwaited];
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Awaited* awaited = awaited_by(scheduler.thread(i));
    if (awaited == nullptr || awaited->outside == nullptr) continue;
    count += awaited->outside(*awaited, all + count, kMostAwaited - count);
  }
  if (count == 0) return false;
  record_uncontrolled(SLEAVE_CALL_poll, runtime.current->pending.site);
  const long ready = raw_call(__NR_poll, reinterpret_cast<long>(all), count, -1);
  return ready > 0 || ready == -EINTR;
}

}  // namespace sleave::rt

#include "runtime/io/signal_descriptor.h"

#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>

#include "runtime/base/arena.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/descriptor/counter.h"
#include "runtime/descriptor/open.h"
#include "runtime/io/control.h"
#include "runtime/sched/scheduler.h"
#include "runtime/signal/pending.h"
#include "runtime/state/signal_sets.h"

namespace sleave::rt {

struct SignalWatch {
  std::uint64_t set;
  int counter;  // a number of its own, which the program does not know; -1: closed
  bool raised;
};

namespace {

constinit ArenaArray<SignalWatch*> watches{};

// The kernel asks for whom it is that polls. Here a signal for one thread makes the descriptor ready for all.
bool waits_for_anybody(std::uint64_t set) {
  for (std::uint32_t i = 0; i < scheduler.thread_count(); ++i) {
    const Thread& thread = scheduler.thread(i);
    if (thread.state != SLEAVE_THREAD_DONE && pending_for(thread, set) != 0) return true;
  }
  return false;
}

bool update(SignalWatch& watch) {
  const bool wanted = watch.counter >= 0 && waits_for_anybody(watch.set);
  if (watch.counter < 0 || wanted == watch.raised) return false;
  watch.raised = wanted;
  if (wanted) {
    add_to_counter(watch.counter, 1);
  } else {
    empty_counter(watch.counter);
  }
  return true;
}

signalfd_siginfo record_of(const siginfo_t& info) {
  signalfd_siginfo record;
  memset(&record, 0, sizeof record);
  record.ssi_signo = static_cast<std::uint32_t>(info.si_signo);
  record.ssi_errno = info.si_errno;
  record.ssi_code = info.si_code;
  record.ssi_pid = static_cast<std::uint32_t>(info.si_pid);
  record.ssi_uid = info.si_uid;
  if (info.si_code == SI_TIMER) {
    record.ssi_pid = record.ssi_uid = 0;
    record.ssi_tid = static_cast<std::uint32_t>(info.si_timerid);
    record.ssi_overrun = static_cast<std::uint32_t>(info.si_overrun);
  }
  if (info.si_signo == SIGCHLD && info.si_code > 0) record.ssi_status = info.si_status;
  if (info.si_code == SI_QUEUE || info.si_code == SI_TIMER || info.si_code == SI_MESGQ) {
    record.ssi_int = info.si_int;
    record.ssi_ptr = reinterpret_cast<std::uint64_t>(info.si_ptr);
  }
  return record;
}

// `self` is the reader: predicates are asked for other threads than the current one as well.
struct Reader {
  const SignalWatch* watch;
  const Thread* self;
};

bool one_waits_for(const Awaited& awaited) {
  const auto& reader = *static_cast<const Reader*>(awaited.details);
  return pending_for(*reader.self, reader.watch->set) != 0;
}

long take_records(const SignalWatch& watch, char* to, std::size_t room) {
  long bytes = 0;
  while (room >= sizeof(signalfd_siginfo) && pending_for(*runtime.current, watch.set) != 0) {
    const signalfd_siginfo record = record_of(take_pending(*runtime.current, watch.set));
    memcpy(to + bytes, &record, sizeof record);
    bytes += static_cast<long>(sizeof record);
    room -= sizeof record;
  }
  return bytes != 0 ? bytes : -EAGAIN;
}

long make_watch(std::uint64_t set, int flags, std::uintptr_t site) {
  const int number = open_one(SLEAVE_DESCRIPTOR_signals, site, [&] {
    const bool known = (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK)) == 0;
    return known ? raw_call(__NR_eventfd2, 0, flags) : -long{EINVAL};  // the flags have the same values
  });
  if (number < 0) return number;
  auto* watch = arena_new<SignalWatch>();
  watch->set = set;
  watch->counter = own_number_of(number);
  opened(number)->signals = watch;
  watches.push(watch);
  update(*watch);
  return number;
}

}  // namespace

void stop_watching(SignalWatch& watch) {
  raw_call(__NR_close, watch.counter);
  watch.counter = -1;
}

void update_signal_descriptors() {
  bool changed = false;
  for (SignalWatch* watch : watches) changed = update(*watch) || changed;
  if (changed) ask_waiting_threads();
}

long read_signals(int descriptor, const SignalWatch& watch, const iovec* parts, int count, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_read, descriptor, site);
  const bool has_room = count > 0 && parts[0].iov_len >= sizeof(signalfd_siginfo);
  if (!has_room || is_nonblocking(descriptor)) {
    operation.go();
    if (!has_room) return operation.finish_without_effect(-EINVAL);
  } else {
    Reader reader = {&watch, runtime.current};
    Awaited awaited = {one_waits_for, -1, 0, 0, &reader, nullptr};
    if (!operation.wait_for(awaited, kNoDeadline)) return operation.finish_without_effect(-EAGAIN);
  }
  const long result = take_records(watch, static_cast<char*>(parts[0].iov_base), parts[0].iov_len);
  buffers_filled(parts, 1, result, site);
  return operation.finish(result);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int signalfd(int descriptor, const sigset_t* mask, int flags) noexcept {
  if (!controlled()) return REAL(signalfd)(descriptor, mask, flags);
  const std::uint64_t set = to_bits(*mask) & ~kUnblockable;
  if (descriptor == -1) return static_cast<int>(make_watch(set, flags, SLEAVE_SITE_HERE));
  return control(descriptor, SLEAVE_SITE_HERE, [&](int) {
    const Opened* what = opened(descriptor);
    if (what == nullptr) return -long{EBADF};
    if (what->signals == nullptr || (flags & ~(SFD_CLOEXEC | SFD_NONBLOCK)) != 0) return -long{EINVAL};
    what->signals->set = set;
    update(*what->signals);
    return static_cast<long>(descriptor);
  });
}

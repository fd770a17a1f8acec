// close, and the calls that make one number stand for what another does.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/file_use.h"
#include "runtime/descriptor/open.h"
#include "runtime/files/overlay.h"
#include "runtime/io/control.h"
#include "runtime/io/lock.h"
#include "runtime/io/posix_queue.h"
#include "runtime/io/signal_descriptor.h"
#include "runtime/io/timer.h"

extern "C" {
int close_range(unsigned first, unsigned last, int flags) noexcept;
void closefrom(int first) noexcept;
}

namespace sleave::rt {

namespace {

// Of a call that changes what numbers mean, and no contents.
int finish_with_numbers(Operation& operation, long result) {
  const long returned = operation.finish(result);
  record_file_use(0, 0);
  return static_cast<int>(returned);
}

int duplicate_onto(int from, int to, int flags, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), site);
  operation.go();
  const bool taken = opened(to) != nullptr;
  if (taken) keep_for_waiting_threads(to);
  const long result = raw_call(__NR_dup3, from, to, flags);
  if (result >= 0) {
    if (taken) {
      replace_descriptor(to, opened(from));
    } else {
      add_descriptor(to, opened(from));
    }
  }
  return finish_with_numbers(operation, result);
}

int close_many(unsigned first, unsigned last, int flags, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_close, table_name(), site);
  operation.go();
  const long result = raw_call(__NR_close_range, first, last, flags);
  const bool closed = result == 0 && (static_cast<unsigned>(flags) & CLOSE_RANGE_CLOEXEC) == 0;
  for (unsigned i = first; closed && i <= last && i < kMostDescriptors; ++i) remove_descriptor(static_cast<int>(i));
  return static_cast<int>(operation.finish(result));
}

}  // namespace

void last_number_closed(Opened& what) {
  if (what.timer != nullptr) stop_timer(*what.timer);
  if (what.signals != nullptr) stop_watching(*what.signals);
  if (what.queue != nullptr) close_queue_end(*what.queue);
  release_locks_of(&what, true);
  file_closed(what);
}

int duplicate_from(int from, int lowest, bool close_on_exec, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_open, table_name(), site);
  operation.go();
  const long number = raw_call(__NR_fcntl, from, close_on_exec ? F_DUPFD_CLOEXEC : F_DUPFD, lowest);
  if (number >= 0) add_descriptor(static_cast<int>(number), opened(from));
  return finish_with_numbers(operation, number);
}

int close_descriptor(int descriptor, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_close, descriptor, site);
  operation.go();
  keep_for_waiting_threads(descriptor);
  const long result = raw_call(__NR_close, descriptor);
  if (result == 0) remove_descriptor(descriptor);
  return finish_with_numbers(operation, result);
}

}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT int close(int descriptor) {
  if (!controlled()) return REAL(close)(descriptor);
  return close_descriptor(descriptor, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int close_range(unsigned first, unsigned last, int flags) noexcept {
  if (!controlled()) return REAL(close_range)(first, last, flags);
  return close_many(first, last, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT void closefrom(int first) noexcept {
  if (!controlled()) return REAL(closefrom)(first);
  close_many(first < 0 ? 0u : static_cast<unsigned>(first), ~0u, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int dup(int descriptor) noexcept {
  if (!controlled()) return REAL(dup)(descriptor);
  return duplicate_from(descriptor, 0, false, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int dup2(int from, int to) noexcept {
  if (!controlled() || from == to) return REAL(dup2)(from, to);
  return duplicate_onto(from, to, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT int dup3(int from, int to, int flags) noexcept {
  if (!controlled()) return REAL(dup3)(from, to, flags);
  return duplicate_onto(from, to, flags, SLEAVE_SITE_HERE);
}

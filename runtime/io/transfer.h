// Bytes in and out of one descriptor, whatever call asks for them.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>

#include <errno.h>

#include "runtime/base/raw.h"
#include "runtime/descriptor/operation.h"
#include "runtime/time/time.h"

namespace sleave::rt {

// When a blocking call on a socket gives up (SO_RCVTIMEO, SO_SNDTIMEO); kNoDeadline: never.
std::uint64_t socket_deadline(int descriptor, const Opened* what, int option);

// read and write in parts: an operation of its own. At most kMostParts.
long read_parts(int descriptor, const iovec* parts, int count, std::uintptr_t site, sleave_intercept function);
long write_parts(int descriptor, const iovec* parts, int count, std::uintptr_t site);

// Makes the open file behind a descriptor non-blocking for the length of one system call. Nobody else runs meanwhile.
class NonblockingScope {
 public:
  explicit NonblockingScope(int descriptor)
      : descriptor_(descriptor), flags_(raw_call(__NR_fcntl, descriptor, F_GETFL)) {
    raw_call(__NR_fcntl, descriptor_, F_SETFL, flags_ | O_NONBLOCK);
  }
  ~NonblockingScope() { raw_call(__NR_fcntl, descriptor_, F_SETFL, flags_); }
  NonblockingScope(const NonblockingScope&) = delete;
  NonblockingScope& operator=(const NonblockingScope&) = delete;

 private:
  int descriptor_;
  long flags_;
};

// One call that takes something: attempt(descriptor) makes it, and returns what the kernel does. Without `consumes` it
// only looks.
template <typename Attempt>
long take(Operation& operation, bool nonblocking, Attempt attempt, bool consumes = true) {
  if (nonblocking) {
    operation.go();
  } else {
    const std::uint64_t deadline = socket_deadline(operation.descriptor(), operation.what(), SO_RCVTIMEO);
    if (!operation.wait_for_input(deadline)) return operation.finish_without_effect(-EAGAIN);
  }
  const long result = attempt(operation.descriptor());
  return consumes ? operation.finish(result) : operation.finish_without_effect(result);
}

// One call that gives `bytes`: attempt(descriptor, done) gives what it can without blocking, from byte `done` on.
template <typename Attempt>
long give(Operation& operation, bool nonblocking, std::size_t bytes, Attempt attempt) {
  const std::uint64_t deadline =
      nonblocking ? kNoDeadline : socket_deadline(operation.descriptor(), operation.what(), SO_SNDTIMEO);
  operation.go();
  std::size_t done = 0;
  for (;;) {
    const long result = attempt(operation.descriptor(), done);
    if (result > 0) done += static_cast<std::size_t>(result);
    const bool full = result == -EAGAIN || (result > 0 && done < bytes);
    if (nonblocking || !full) return operation.finish(result >= 0 || done > 0 ? static_cast<long>(done) : result);
    operation.note_progress(result);
    if (!operation.wait_for_room(deadline)) return operation.give_up(static_cast<long>(done));
  }
}

}  // namespace sleave::rt

// Copies from one descriptor to another inside the kernel: sendfile, splice, tee; and vmsplice, which here copies.
//
// Such a call changes two things. Both are marked as watched, so that every later event on either is ordered with it.
#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/uio.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/parts.h"
#include "runtime/files/overlay.h"
#include "runtime/io/transfer.h"
#include "runtime/race/happens_before.h"

namespace sleave::rt {
namespace {

bool is_pipe(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr && what->kind == SLEAVE_DESCRIPTOR_pipe;
}

bool may_wait_for(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr && (what->kind == SLEAVE_DESCRIPTOR_pipe || what->kind == SLEAVE_DESCRIPTOR_socket);
}

void watch(int descriptor) {
  if (Opened* what = opened(descriptor)) what->watched = true;
}

// What came out of one end has gone into the other.
void pass_on(int to, long bytes) {
  const Opened* what = opened(to);
  if (what == nullptr) return;
  hb_through_descriptor(what->name, own_clock(*what));
  if (bytes > 0) file_written(what);
}

struct Ends {
  int in;
  int out;
  bool needs_input;
  bool needs_room;  // of a pipe, whose poll() says exactly what a splice needs
};

bool both_are_ready(const Awaited& awaited) {
  const auto& ends = *static_cast<const Ends*>(awaited.details);
  return (!ends.needs_input || events_now(ends.in, POLLIN) != 0) &&
         (!ends.needs_room || events_now(ends.out, POLLOUT) != 0);
}

// attempt() does not wait.
template <typename Attempt>
long move(Ends ends, bool nonblocking, std::uintptr_t site, Attempt attempt) {
  watch(ends.in);
  watch(ends.out);
  Operation operation(SLEAVE_EV_descriptor_read, ends.in, site);
  Awaited awaited = {both_are_ready, -1, 0, 0, &ends, nullptr};
  if (nonblocking) {
    operation.go();
  } else if (!operation.wait_for(awaited, kNoDeadline)) {
    return operation.finish_without_effect(-EAGAIN);
  }
  for (;;) {
    const long result = attempt();
    if (result != -EAGAIN || nonblocking) {
      pass_on(ends.out, result);
      return operation.finish(result);
    }
    operation.note_progress(result);
    if (!operation.wait_for_room()) return operation.give_up(0);
  }
}

bool waits(int in, int out, unsigned flags) {
  return (flags & SPLICE_F_NONBLOCK) == 0 && !is_nonblocking(in) && !is_nonblocking(out);
}

// Into a pipe the kernel sends what finds room at once; into anything else, all.
long send_file(int out, int in, off64_t* offset, std::size_t bytes, std::uintptr_t site) {
  if (is_pipe(out)) {
    return move({in, out, false, true}, is_nonblocking(out), site, [&] {
      const NonblockingScope scope(out);
      return raw_call(__NR_sendfile, out, in, reinterpret_cast<long>(offset), static_cast<long>(bytes));
    });
  }
  watch(in);
  watch(out);
  Operation operation(SLEAVE_EV_descriptor_write, out, site);
  const bool nonblocking = !may_wait_for(out) || is_nonblocking(out);
  operation.go();
  std::size_t done = 0;
  for (;;) {
    const NonblockingScope scope(operation.descriptor());
    const long result = raw_call(__NR_sendfile, operation.descriptor(), in, reinterpret_cast<long>(offset),
                                 static_cast<long>(bytes - done));
    if (result > 0) {
      done += static_cast<std::size_t>(result);
      file_written(operation.what());
    }
    if (result > 0 && done < bytes) continue;  // the file may end here, or there is no more room
    if (result != -EAGAIN || nonblocking) return operation.finish(done > 0 ? static_cast<long>(done) : result);
    operation.note_progress(result);
    if (!operation.wait_for_room()) return operation.give_up(static_cast<long>(done));
  }
}

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT ssize_t splice(int in, off64_t* in_offset, int out, off64_t* out_offset, std::size_t bytes,
                             unsigned flags) {
  if (!controlled()) return REAL(splice)(in, in_offset, out, out_offset, bytes, flags);
  const Ends ends = {in, out, may_wait_for(in), is_pipe(out)};
  return move(ends, !waits(in, out, flags), SLEAVE_SITE_HERE, [&] {
    const NonblockingScope reading(in);
    const NonblockingScope writing(out);
    return raw_call(__NR_splice, in, reinterpret_cast<long>(in_offset), out, reinterpret_cast<long>(out_offset),
                    static_cast<long>(bytes), flags | SPLICE_F_NONBLOCK);
  });
}

SLEAVE_EXPORT ssize_t tee(int in, int out, std::size_t bytes, unsigned flags) {
  if (!controlled()) return REAL(tee)(in, out, bytes, flags);
  return move({in, out, is_pipe(in), is_pipe(out)}, !waits(in, out, flags), SLEAVE_SITE_HERE,
              [&] { return raw_call(__NR_tee, in, out, static_cast<long>(bytes), flags | SPLICE_F_NONBLOCK); });
}

SLEAVE_EXPORT ssize_t vmsplice(int descriptor, const iovec* parts, std::size_t count, unsigned flags) {
  const bool moves = controlled() && is_pipe(descriptor) && count <= kMostParts && (flags & SPLICE_F_NONBLOCK) == 0;
  if (!moves) return REAL(vmsplice)(descriptor, parts, count, flags);
  const long access = raw_call(__NR_fcntl, descriptor, F_GETFL) & O_ACCMODE;
  if (access != O_RDONLY) return write_parts(descriptor, parts, static_cast<int>(count), SLEAVE_SITE_HERE);
  return read_parts(descriptor, parts, static_cast<int>(count), SLEAVE_SITE_HERE, SLEAVE_CALL_vmsplice);
}

SLEAVE_EXPORT ssize_t sendfile(int out, int in, off_t* offset, std::size_t bytes) noexcept {
  if (!controlled()) return REAL(sendfile)(out, in, offset, bytes);
  return send_file(out, in, offset, bytes, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t sendfile64(int out, int in, off64_t* offset, std::size_t bytes) noexcept {
  if (!controlled()) return REAL(sendfile64)(out, in, offset, bytes);
  return send_file(out, in, offset, bytes, SLEAVE_SITE_HERE);
}

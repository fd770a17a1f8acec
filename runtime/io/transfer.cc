// read and write, and their vector forms.
#include "runtime/io/transfer.h"

#include <limits.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/descriptor/parts.h"
#include "runtime/files/overlay.h"
#include "runtime/inputs/sources.h"
#include "runtime/io/network.h"
#include "runtime/io/short_read.h"
#include "runtime/io/signal_descriptor.h"
#include "runtime/process/chance.h"

extern "C" {
ssize_t __read_chk(int descriptor, void* buffer, std::size_t bytes, std::size_t room);
}

namespace sleave::rt {

std::uint64_t socket_deadline(int descriptor, const Opened* what, int option) {
  if (what == nullptr || what->kind != SLEAVE_DESCRIPTOR_socket) return kNoDeadline;
  timeval time = {};
  socklen_t size = sizeof time;
  raw_call(__NR_getsockopt, descriptor, SOL_SOCKET, option, reinterpret_cast<long>(&time),
           reinterpret_cast<long>(&size));
  if (time.tv_sec == 0 && time.tv_usec == 0) return kNoDeadline;
  return deadline_after({time.tv_sec, time.tv_usec * 1000});
}

namespace {

// A plain write that the kernel takes whole or not at all; such need no care.
bool fits_for_sure(const Operation& operation, std::size_t bytes) {
  return operation.what()->kind == SLEAVE_DESCRIPTOR_pipe && bytes <= PIPE_BUF &&
         (events_now(operation.descriptor(), POLLOUT) & POLLOUT) != 0;
}

bool never_blocks(const Opened* what) {
  return what == nullptr || what->kind == SLEAVE_DESCRIPTOR_file || what->from_outside;
}

}  // namespace

long read_parts(int descriptor, const iovec* parts, int count, std::uintptr_t site, sleave_intercept function) {
  if (const Opened* what = known_descriptor(descriptor); what != nullptr && what->signals != nullptr) {
    return read_signals(descriptor, *what->signals, parts, count, site);
  }
  Operation operation(SLEAVE_EV_descriptor_read, descriptor, site);
  note_outside(operation.what(), function, site);
  const bool at_once = reads_at_once(descriptor) || total_bytes(parts, static_cast<std::size_t>(count)) == 0;
  std::int64_t place = -1;
  const long result = take(operation, at_once, [&](int number) {
    place = source_place(number);
    if (count != 1) return raw_call(__NR_readv, number, reinterpret_cast<long>(parts), count);
    const std::size_t bytes = bytes_to_read(number, operation.what(), parts[0].iov_len);
    return raw_call(__NR_read, number, reinterpret_cast<long>(parts[0].iov_base), static_cast<long>(bytes));
  });
  operation.note_contents(SLEAVE_FILE_READ | SLEAVE_FILE_WRITTEN | SLEAVE_FILE_ONLY);  // the place in it moves
  if (operation.what() != nullptr && operation.what()->random) {
    fill_parts_by_chance(parts, static_cast<std::size_t>(count), result, site);
  }
  buffers_filled(parts, static_cast<std::size_t>(count), result, site);
  source_filled(descriptor, place, parts, static_cast<std::size_t>(count), result, site);
  return result;
}

long write_parts(int descriptor, const iovec* parts, int count, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_write, descriptor, site);
  if (operation.what() != nullptr && only_for_reading(*operation.what())) {
    operation.go();
    return operation.finish(-EINVAL);
  }
  const std::size_t bytes = total_bytes(parts, static_cast<std::size_t>(count));
  const bool must_not_wait = is_nonblocking(descriptor);
  const bool at_once = never_blocks(operation.what()) || must_not_wait;
  buffers_read(parts, static_cast<std::size_t>(count), site);
  const long result = give(operation, at_once, bytes, [&](int number, std::size_t done) {
    iovec rest[kMostParts];
    const long n =
        done == 0 ? count : static_cast<long>(rest_of_parts(parts, static_cast<std::size_t>(count), done, rest));
    const iovec* from = done == 0 ? parts : rest;
    if (must_not_wait && count == 1) {
      const std::size_t offered = bytes_to_write(number, operation.what(), bytes);
      return raw_call(__NR_write, number, reinterpret_cast<long>(parts[0].iov_base), static_cast<long>(offered));
    }
    if (at_once || fits_for_sure(operation, bytes))
      return raw_call(__NR_writev, number, reinterpret_cast<long>(from), n);
    NonblockingScope scope(number);
    return raw_call(__NR_writev, number, reinterpret_cast<long>(from), n);
  });
  operation.note_contents(SLEAVE_FILE_WRITTEN | SLEAVE_FILE_ONLY);
  if (result > 0) file_written(operation.what());
  return result;
}

namespace {
bool can_be_vector(int count) { return count >= 0 && count <= static_cast<int>(kMostParts); }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT ssize_t read(int descriptor, void* buffer, std::size_t bytes) {
  if (!controlled()) return REAL(read)(descriptor, buffer, bytes);
  const iovec part = {buffer, bytes};
  return read_parts(descriptor, &part, 1, SLEAVE_SITE_HERE, SLEAVE_CALL_read);
}

SLEAVE_EXPORT ssize_t __read_chk(int descriptor, void* buffer, std::size_t bytes, std::size_t room) {
  if (!controlled() || bytes > room) return REAL(__read_chk)(descriptor, buffer, bytes, room);
  const iovec part = {buffer, bytes};
  return read_parts(descriptor, &part, 1, SLEAVE_SITE_HERE, SLEAVE_CALL_read);
}

SLEAVE_EXPORT ssize_t readv(int descriptor, const iovec* parts, int count) {
  if (!controlled() || !can_be_vector(count)) return REAL(readv)(descriptor, parts, count);
  return read_parts(descriptor, parts, count, SLEAVE_SITE_HERE, SLEAVE_CALL_readv);
}

SLEAVE_EXPORT ssize_t write(int descriptor, const void* buffer, std::size_t bytes) {
  if (!controlled()) return REAL(write)(descriptor, buffer, bytes);
  const iovec part = {const_cast<void*>(buffer), bytes};
  return write_parts(descriptor, &part, 1, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (!controlled() || !can_be_vector(count)) return REAL(writev)(descriptor, parts, count);
  return write_parts(descriptor, parts, count, SLEAVE_SITE_HERE);
}

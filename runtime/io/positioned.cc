// Reads and writes at a given place of a file, which never wait.
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/base/real.h"
#include "runtime/base/runtime.h"
#include "runtime/descriptor/buffers.h"
#include "runtime/descriptor/operation.h"
#include "runtime/descriptor/parts.h"
#include "runtime/files/overlay.h"
#include "runtime/inputs/sources.h"
#include "runtime/io/transfer.h"
#include "runtime/process/chance.h"

extern "C" {
ssize_t __pread_chk(int descriptor, void* buffer, std::size_t bytes, off_t offset, std::size_t room);
ssize_t __pread64_chk(int descriptor, void* buffer, std::size_t bytes, off64_t offset, std::size_t room);
}

namespace sleave::rt {
namespace {

// One part is the call of old: of no bytes the other one returns before it looks at the file.
long kernel_read_at(int number, const iovec* parts, int count, off64_t offset, int flags) {
  if (count != 1 || flags != 0) {
    return raw_call(__NR_preadv2, number, reinterpret_cast<long>(parts), count, offset, 0, flags);
  }
  return raw_call(__NR_pread64, number, reinterpret_cast<long>(parts->iov_base), static_cast<long>(parts->iov_len),
                  offset);
}

long kernel_write_at(int number, const iovec* parts, int count, off64_t offset, int flags) {
  if (count != 1 || flags != 0) {
    return raw_call(__NR_pwritev2, number, reinterpret_cast<long>(parts), count, offset, 0, flags);
  }
  return raw_call(__NR_pwrite64, number, reinterpret_cast<long>(parts->iov_base), static_cast<long>(parts->iov_len),
                  offset);
}

long read_at(int descriptor, const iovec* parts, int count, off64_t offset, int flags, sleave_intercept function,
             std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_read, descriptor, site);
  note_outside(operation.what(), function, site);
  operation.go();
  const long result = operation.finish(kernel_read_at(operation.descriptor(), parts, count, offset, flags));
  if (flags == 0) operation.note_contents(SLEAVE_FILE_READ | SLEAVE_FILE_ONLY);
  if (operation.what() != nullptr && operation.what()->random) {
    fill_parts_by_chance(parts, static_cast<std::size_t>(count), result, site);
  }
  buffers_filled(parts, static_cast<std::size_t>(count), result, site);
  source_filled(descriptor, offset, parts, static_cast<std::size_t>(count), result, site);
  return result;
}

long write_at(int descriptor, const iovec* parts, int count, off64_t offset, int flags, std::uintptr_t site) {
  Operation operation(SLEAVE_EV_descriptor_write, descriptor, site);
  buffers_read(parts, static_cast<std::size_t>(count), site);
  operation.go();
  const long result = kernel_write_at(operation.descriptor(), parts, count, offset, flags);
  if (result > 0) file_written(operation.what());
  const long returned = operation.finish(result);
  if (flags == 0) operation.note_contents(SLEAVE_FILE_WRITTEN | SLEAVE_FILE_ONLY);
  return returned;
}

// An offset of -1 is the current place, and then the call may wait.
long read_at_or_here(int descriptor, const iovec* parts, int count, off64_t offset, int flags, std::uintptr_t site) {
  if (offset == -1 && flags == 0) return read_parts(descriptor, parts, count, site, SLEAVE_CALL_preadv2);
  return read_at(descriptor, parts, count, offset, flags, SLEAVE_CALL_preadv2, site);
}

long write_at_or_here(int descriptor, const iovec* parts, int count, off64_t offset, int flags, std::uintptr_t site) {
  if (offset == -1 && flags == 0) return write_parts(descriptor, parts, count, site);
  return write_at(descriptor, parts, count, offset, flags, site);
}

// The kernel takes -1 for the current place in preadv2 alone; other negative ones are its errors.
bool is_place(off64_t offset) { return offset != -1; }

bool can_be_vector(int count) { return count >= 0 && count <= static_cast<int>(kMostParts); }

}  // namespace
}  // namespace sleave::rt

using namespace sleave::rt;

SLEAVE_EXPORT ssize_t pread(int descriptor, void* buffer, std::size_t bytes, off_t offset) {
  if (!controlled() || !is_place(offset)) return REAL(pread)(descriptor, buffer, bytes, offset);
  const iovec part = {buffer, bytes};
  return read_at(descriptor, &part, 1, offset, 0, SLEAVE_CALL_pread, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t pread64(int descriptor, void* buffer, std::size_t bytes, off64_t offset) {
  if (!controlled() || !is_place(offset)) return REAL(pread64)(descriptor, buffer, bytes, offset);
  const iovec part = {buffer, bytes};
  return read_at(descriptor, &part, 1, offset, 0, SLEAVE_CALL_pread, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t __pread_chk(int descriptor, void* buffer, std::size_t bytes, off_t offset, std::size_t room) {
  if (!controlled() || !is_place(offset) || bytes > room) {
    return REAL(__pread_chk)(descriptor, buffer, bytes, offset, room);
  }
  const iovec part = {buffer, bytes};
  return read_at(descriptor, &part, 1, offset, 0, SLEAVE_CALL_pread, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t __pread64_chk(int descriptor, void* buffer, std::size_t bytes, off64_t offset, std::size_t room) {
  if (!controlled() || !is_place(offset) || bytes > room) {
    return REAL(__pread64_chk)(descriptor, buffer, bytes, offset, room);
  }
  const iovec part = {buffer, bytes};
  return read_at(descriptor, &part, 1, offset, 0, SLEAVE_CALL_pread, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t pwrite(int descriptor, const void* buffer, std::size_t bytes, off_t offset) {
  if (!controlled() || !is_place(offset)) return REAL(pwrite)(descriptor, buffer, bytes, offset);
  const iovec part = {const_cast<void*>(buffer), bytes};
  return write_at(descriptor, &part, 1, offset, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t pwrite64(int descriptor, const void* buffer, std::size_t bytes, off64_t offset) {
  if (!controlled() || !is_place(offset)) return REAL(pwrite64)(descriptor, buffer, bytes, offset);
  const iovec part = {const_cast<void*>(buffer), bytes};
  return write_at(descriptor, &part, 1, offset, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t preadv(int descriptor, const iovec* parts, int count, off_t offset) {
  if (!controlled() || !is_place(offset) || !can_be_vector(count))
    return REAL(preadv)(descriptor, parts, count, offset);
  return read_at(descriptor, parts, count, offset, 0, SLEAVE_CALL_preadv, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t preadv64(int descriptor, const iovec* parts, int count, off64_t offset) {
  if (!controlled() || !is_place(offset) || !can_be_vector(count)) {
    return REAL(preadv64)(descriptor, parts, count, offset);
  }
  return read_at(descriptor, parts, count, offset, 0, SLEAVE_CALL_preadv, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t pwritev(int descriptor, const iovec* parts, int count, off_t offset) {
  if (!controlled() || !is_place(offset) || !can_be_vector(count)) {
    return REAL(pwritev)(descriptor, parts, count, offset);
  }
  return write_at(descriptor, parts, count, offset, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t pwritev64(int descriptor, const iovec* parts, int count, off64_t offset) {
  if (!controlled() || !is_place(offset) || !can_be_vector(count)) {
    return REAL(pwritev64)(descriptor, parts, count, offset);
  }
  return write_at(descriptor, parts, count, offset, 0, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t preadv2(int descriptor, const iovec* parts, int count, off_t offset, int flags) {
  if (!controlled() || !can_be_vector(count)) return REAL(preadv2)(descriptor, parts, count, offset, flags);
  return read_at_or_here(descriptor, parts, count, offset, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t preadv64v2(int descriptor, const iovec* parts, int count, off64_t offset, int flags) {
  if (!controlled() || !can_be_vector(count)) return REAL(preadv64v2)(descriptor, parts, count, offset, flags);
  return read_at_or_here(descriptor, parts, count, offset, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t pwritev2(int descriptor, const iovec* parts, int count, off_t offset, int flags) {
  if (!controlled() || !can_be_vector(count)) return REAL(pwritev2)(descriptor, parts, count, offset, flags);
  return write_at_or_here(descriptor, parts, count, offset, flags, SLEAVE_SITE_HERE);
}

SLEAVE_EXPORT ssize_t pwritev64v2(int descriptor, const iovec* parts, int count, off64_t offset, int flags) {
  if (!controlled() || !can_be_vector(count)) return REAL(pwritev64v2)(descriptor, parts, count, offset, flags);
  return write_at_or_here(descriptor, parts, count, offset, flags, SLEAVE_SITE_HERE);
}

// copy_file_range. Contents of the overlay and files of the disk are different file systems to the kernel, which copies
// only within one.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "runtime/base/raw.h"
#include "runtime/file_calls/file_call.h"

using namespace sleave::rt;

namespace {

char block[1 << 16];

bool has_file(int descriptor) {
  const Opened* what = opened(descriptor);
  return what != nullptr && what->file != nullptr;
}

// At a place, or at the descriptor's own.
long read_block(int from, off64_t* place, std::size_t bytes) {
  const auto to = reinterpret_cast<long>(block);
  return place != nullptr ? raw_call(__NR_pread64, from, to, static_cast<long>(bytes), *place)
                          : raw_call(__NR_read, from, to, static_cast<long>(bytes));
}

long write_block(int to, off64_t* place, long bytes) {
  const auto from = reinterpret_cast<long>(block);
  return place != nullptr ? raw_call(__NR_pwrite64, to, from, bytes, *place) : raw_call(__NR_write, to, from, bytes);
}

long copy_blocks(int from, off64_t* from_place, int to, off64_t* to_place, std::size_t bytes) {
  if ((raw_call(__NR_fcntl, to, F_GETFL) & O_APPEND) != 0) return -EBADF;
  long done = 0;
  while (static_cast<std::size_t>(done) < bytes) {
    const std::size_t left = bytes - static_cast<std::size_t>(done);
    const long got = read_block(from, from_place, left < sizeof block ? left : sizeof block);
    if (got <= 0) return done > 0 ? done : got;
    const long put = write_block(to, to_place, got);
    if (put < 0) return done > 0 ? done : put;
    if (from_place != nullptr) *from_place += put;
    if (to_place != nullptr) *to_place += put;
    done += put;
  }
  return done;
}

long copy(int from, off64_t* from_place, int to, off64_t* to_place, std::size_t bytes, unsigned flags) {
  const long result = raw_call(__NR_copy_file_range, from, reinterpret_cast<long>(from_place), to,
                               reinterpret_cast<long>(to_place), static_cast<long>(bytes), static_cast<long>(flags));
  const bool ours = has_file(from) || has_file(to);
  const long copied = result == -EXDEV && ours ? copy_blocks(from, from_place, to, to_place, bytes) : result;
  if (copied > 0) file_written(known_descriptor(to));
  return copied;
}

}  // namespace

SLEAVE_EXPORT ssize_t copy_file_range(int from, off64_t* from_place, int to, off64_t* to_place, std::size_t bytes,
                                      unsigned flags) {
  SLEAVE_FILE_CALL(copy_file_range, (from, from_place, to, to_place, bytes, flags),
                   copy(from, from_place, to, to_place, bytes, flags));
}

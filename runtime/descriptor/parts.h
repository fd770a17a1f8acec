// Buffers in parts (iovec).
#pragma once

#include <sys/uio.h>

#include <cstddef>

namespace sleave::rt {

constexpr std::size_t kMostParts = 1024;  // the kernel's limit, UIO_MAXIOV

inline std::size_t total_bytes(const iovec* parts, std::size_t count) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < count; ++i) bytes += parts[i].iov_len;
  return bytes;
}

// The parts from byte `done` on. Returns how many.
inline std::size_t rest_of_parts(const iovec* parts, std::size_t count, std::size_t done, iovec* rest) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t skip = done < parts[i].iov_len ? done : parts[i].iov_len;
    done -= skip;
    if (skip == parts[i].iov_len) continue;
    rest[n++] = {static_cast<char*>(parts[i].iov_base) + skip, parts[i].iov_len - skip};
  }
  return n;
}

}  // namespace sleave::rt

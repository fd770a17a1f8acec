// Descriptors of the runtime's own, above what programs use, so that the program's numbers do not move.
#pragma once

#include <fcntl.h>

#include "runtime/base/raw.h"

namespace sleave::rt {

constexpr int kFirstHighDescriptor = 903;

inline int open_high(const char* path) {
  const long low = raw_call(__NR_openat, AT_FDCWD, reinterpret_cast<long>(path), O_RDONLY | O_CLOEXEC);
  if (low < 0) return static_cast<int>(low);
  const long high = raw_call(__NR_fcntl, low, F_DUPFD_CLOEXEC, kFirstHighDescriptor);
  raw_call(__NR_close, low);
  return static_cast<int>(high);
}

}  // namespace sleave::rt

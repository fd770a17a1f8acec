// An event counter of the kernel by which the runtime makes a descriptor of the program readable, or not, when it
// likes: reads, poll and epoll on it then are the kernel's own.
#pragma once

#include <fcntl.h>

#include <cstdint>

#include "runtime/base/high_descriptor.h"
#include "runtime/base/raw.h"

namespace sleave::rt {

// A second number for the counter behind `descriptor`, which the program does not know.
inline int own_number_of(int descriptor) {
  return static_cast<int>(raw_call(__NR_fcntl, descriptor, F_DUPFD_CLOEXEC, kFirstHighDescriptor));
}

inline void add_to_counter(int counter, std::uint64_t times) {
  raw_call(__NR_write, counter, reinterpret_cast<long>(&times), sizeof times);
}

inline void empty_counter(int counter) {
  std::uint64_t times = 0;
  const long flags = raw_call(__NR_fcntl, counter, F_GETFL);
  raw_call(__NR_fcntl, counter, F_SETFL, flags | O_NONBLOCK);
  raw_call(__NR_read, counter, reinterpret_cast<long>(&times), sizeof times);
  raw_call(__NR_fcntl, counter, F_SETFL, flags);
}

}  // namespace sleave::rt

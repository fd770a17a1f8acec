// The lock of a stdio stream: a recursive mutex, reported as one. Its state is glibc's own (FILE::_lock names the
// owner), so it is right whichever code took it.
#pragma once

#include <stdio.h>

#include <cstdint>

namespace sleave::rt {

// Lives around a call of libc that takes the stream's lock and gives it back. If another thread has it the call waits
// first, and is a lock and an unlock; otherwise it is no event.
class StreamUse {
 public:
  StreamUse(FILE* stream, std::uintptr_t site);
  ~StreamUse();
  StreamUse(const StreamUse&) = delete;
  StreamUse& operator=(const StreamUse&) = delete;

 private:
  FILE* stream_;
  std::uintptr_t site_;  // 0: did not have to wait
  int number_;           // its descriptor, negative: none
  bool counted_;         // as a call under way
  bool had_output_;      // in its buffer
};

}  // namespace sleave::rt

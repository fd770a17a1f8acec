// Target: the program under test and what surrounds each of its runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/channel.h"

namespace sleave {

struct Target {
  std::string program;  // a path, not searched for
  std::vector<std::string> arguments;
  std::string directory;  // working directory; empty: ours
  sleave_thread_mode threads = SLEAVE_THREADS_FIBER;
  std::uint64_t memory_limit = 4ull << 30;  // bytes that a run may use; 0: no limit
};

// Where the program's standard output and error go.
struct Output {
  enum class Kind { discard, file, inherit };
  Kind kind = Kind::discard;
  std::string path;  // of the file, which is truncated first
};

}  // namespace sleave

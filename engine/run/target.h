// Target: the program under test and what surrounds each of its runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "abi/channel.h"

namespace sleave {

class OneThread;

// Soft limit on the stack's size that this process has, in bytes; ~0: none.
std::uint64_t own_stack_limit();

struct Target {
  // What runs find in their standard input, each from its beginning.
  struct Input {
    std::string path{};       // of a file; empty: nothing, an empty stream
    std::uint64_t bytes = 0;  // in it
    std::string source{};     // if it is empty, what was not read: "a terminal"
  };

  std::string program;  // a path, not searched for
  std::vector<std::string> arguments;
  std::string directory;  // working directory; empty: ours
  sleave_thread_mode threads = SLEAVE_THREADS_FIBER;
  std::uint64_t memory_limit = 4ull << 30;        // bytes that a run may use; 0: no limit
  std::uint64_t stack_limit = own_stack_limit();  // that the program has; likewise
  std::string files = "overlay";                  // that its calls see: a name of abi/files.def
  std::string clients{};                          // command lines of clients, as SLEAVE_CLIENTS has them
  Input input{};
  std::string preload{};            // paths of libraries: the runtime, for a program without one; separated by colons
  std::string unannounced{};        // parts of a program with ThreadSanitizer's instrumentation that lack it, in words
  OneThread* one_thread = nullptr;  // outlives the target; null: a failed run counts as it is
};

// Where the program's standard output and error go.
struct Output {
  enum class Kind { discard, file, inherit };
  Kind kind = Kind::discard;
  std::string path;  // of the file, which is truncated first
};

}  // namespace sleave

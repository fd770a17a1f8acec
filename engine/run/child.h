// Child: a process we started. It leads its own process group, and leaves neither a zombie nor descendants behind.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "engine/base/descriptor.h"

namespace sleave {

class Child {
 public:
  explicit Child(pid_t pid);  // entered in the list of children (orphans.h)
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  ~Child();  // kills the group and waits

  [[nodiscard]] pid_t pid() const { return pid_; }

  enum class Wake { ended, data, timeout };
  // Waits until the child has ended, or `fd` (if not -1) can be read. Returns early, as a time-out, on a signal.
  Wake wait(std::chrono::milliseconds timeout, int fd = -1);

  // The wait status, once it has ended. What is left of its group is killed first.
  int reap();

  void signal(int number) const;
  void kill_group() const;

 private:
  pid_t pid_;
  Descriptor pidfd_;  // not valid where the kernel has none: then ends are polled for
  int status_ = 0;
};

// Memory of its own that a process has touched, in bytes; 0 if unknown.
std::uint64_t private_memory(pid_t pid);

// Processor time of any process so far; 0 if unknown.
std::chrono::milliseconds processor_time(pid_t pid);

// Whether every thread of the process waits for something other than a processor.
bool is_asleep(pid_t pid);

// Whether it was stopped by a signal, or has ended and is not yet waited for: it does not answer signals.
bool is_stopped(pid_t pid);

}  // namespace sleave

// One thread of another process, held by ptrace(2): it moves only when it is resumed, and stops again before and after
// each of its system calls. All functions but those on descriptors have to be called by the kernel thread that holds
// it.
#pragma once

#include <sys/user.h>

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

enum class Stop : std::uint8_t {
  entry,   // about to make a system call
  exit,    // has made it
  forked,  // made a process or thread: `detail` is its number in the kernel
  exec,    // runs another program now
  signal,  // about to take signal `detail`
  other,   // to be resumed
  ended    // is gone: `detail` as wait() has it
};

struct Stopped {
  Stop kind;
  int detail;
};

using Registers = user_regs_struct;

// Takes hold of a process that waits for something. False: the kernel does not allow it.
bool seize(int thread);

// A thread that one of those held has made: until it is held, too.
void await_seized(int thread);

// Lets it continue, with `signal` delivered (0: none), and waits until it stops.
Stopped resume(int thread, int signal);
// The same without waiting, and the waiting.
void let_go(int thread);
Stopped await_stop(int thread);

Registers registers_of(int thread);
void set_registers(int thread, const Registers& registers);

bool read_memory(int thread, std::uint64_t from, void* to, std::size_t bytes);
bool write_memory(int thread, std::uint64_t to, const void* from, std::size_t bytes);

// Signals that wait for it and that it would act upon were they not in `blocked`; ~0: its own mask.
std::uint64_t waiting_signals(int thread, std::uint64_t blocked);

// A copy of the descriptor of another process, which `process` (pidfd) is; negative: there is none. The caller closes
// it.
int copy_descriptor(int process, int number);

}  // namespace sleave::rt

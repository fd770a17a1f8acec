// The state of a controlled process, and the ground rules of this code.
//
// 1. Exactly one logical thread runs at a time, on any carrier. Nothing here is locked or atomic, and nothing needs to
//    be: control moves only inside the scheduler (runtime/sched/scheduler.h).
// 2. libc only. No C++ runtime, no exceptions, no RTTI, no static constructors, no function-local statics with guards.
//    All state is zero-initialized memory or lives in the runtime's arena.
// 3. The program's own memory, descriptors and names never depend on what the runtime does: it allocates apart
//    (arena.h), and libc's own allocations made on its behalf go to libc's heap (RuntimeScope).
// 4. An interposed function first asks controlled(). If not, it calls the real one and returns.
#pragma once

#include <cstdint>

#include "abi/channel.h"
#include "abi/plan.h"
#include "abi/trace.h"
#include "abi/words.h"
#include "runtime/base/hidden.h"

namespace sleave::rt {

struct Thread;

enum class Mode : std::uint8_t {
  passthrough,  // no channel, or control has ended: the program runs uncontrolled
  controlled
};

struct Runtime {
  Mode mode;
  bool planned;   // the plan is in effect: before that only one thread exists and nothing is recorded
  bool ending;    // the outcome is written
  bool serial;    // what the only thread does is no part of the run (runtime/record/calls.cc)
  bool recorded;  // planned and not serial
  int depth;      // > 0: inside the runtime; allocations are libc's, hooks are silent
  Thread* current;
  std::uintptr_t current_fs;      // its thread pointer: distinguishes kernel threads that are not ours
  const sleave_channel* channel;  // a copy of its header, which the program cannot corrupt
  sleave_channel* shared;         // the header itself, which the program may have overwritten
  const sleave_plan* plan;
  sleave_trace* trace;
  int exit_code;
  std::uint32_t exit_stack;  // of the call that ended the program with another code than 0
};

SLEAVE_HIDDEN extern Runtime runtime;

// Where the explorer writes plans.
inline sleave_plan* shared_plan() {
  return reinterpret_cast<sleave_plan*>(reinterpret_cast<char*>(runtime.shared) + runtime.channel->plan_offset);
}

// glibc's thread pointer of the caller.
inline std::uintptr_t fs_base() {
  std::uintptr_t self;
  __asm__("movq %%fs:0x10, %0" : "=r"(self));
  return self;
}

// Whether the caller is the program's current logical thread, outside of the runtime. A kernel thread that the C
// library started on its own (a timer's, for example) is not, and its calls reach the real functions unseen.
inline bool controlled() {
  return __builtin_expect(runtime.mode == Mode::controlled && runtime.depth == 0 && runtime.current_fs == fs_base(), 1);
}

// Marks work of the runtime itself. Calls it makes into libc, and what libc then calls back, are not the program's.
class RuntimeScope {
 public:
  RuntimeScope() { ++runtime.depth; }
  ~RuntimeScope() { --runtime.depth; }
  RuntimeScope(const RuntimeScope&) = delete;
  RuntimeScope& operator=(const RuntimeScope&) = delete;
};

}  // namespace sleave::rt

// The code address an interposed function or hook was called from.
#define SLEAVE_SITE_HERE (reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)))

// Interposed functions keep C names and default visibility.
#define SLEAVE_EXPORT extern "C" __attribute__((visibility("default")))

// The process that makes the run, as the rest of the runtime sees it. runtime/isolate/ defines these functions.
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/base/hidden.h"

namespace sleave::rt {

// The plan takes effect now, if it has not yet: just before main or where the program says, at the latest before the
// first thread is created or the program ends. Under fork isolation the calling process stays here as a server, and
// each run is a forked child that returns from this call.
void plan_takes_effect();

// This run leaves traces outside the process's memory: a worker (runtime/isolate/worker.h) ends with it.
void retire(sleave_retirement why);

// This run changes something that a worker restores after it (runtime/isolate/kernel_state.h).
enum class KernelState : std::uint8_t { limits, priority, signal_actions, locked_memory };
void will_change(KernelState what);

// The program has started a child, or another program in its own place.
SLEAVE_HIDDEN extern bool started_process;

// Children of the program are held, and their ends are its own affair: no other process is waited for.
SLEAVE_HIDDEN extern bool traces_children;
// This process is a child of the program without a program of its own: its system calls are answered by the run.
SLEAVE_HIDDEN extern bool is_held_child;
// A signal to the child that the program knows by `number`. False: there is none. runtime/child/ defines it.
bool signal_child(int number, int signal, std::uintptr_t site, long* result);

// The run has ended well and its trace is complete. Does not return in a worker that continues with the next run.
void run_is_over(int exit_code);

// Whether an earlier run of this worker has set the interval timer to this; if not, the caller does so now.
bool timer_ticks_every(std::uint64_t microseconds);

}  // namespace sleave::rt

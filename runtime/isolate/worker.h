// Reset isolation: one process makes many runs.
//
// A worker is a child of the fork server (fork_server.cc) that does not end with its run. At its start it copies its
// writable memory aside; when a run is over it puts back every page that was written, and waits for the next command at
// the very place, registers and all, where the first run began. It is a single kernel thread: what carries the
// program's threads is memory (runtime/fiber/carrier.h), so putting memory back puts the threads back.
//
// Only memory is put back. Whatever else a run may have changed retires the worker: it ends with that run, as any
// forked child does, and the server forks the next one. The reasons are in abi/retirements.def. Some are known when
// they happen (a call that is not modeled, a thread that needs a new kernel thread, a fork); for the rest each run is
// followed by an audit: the size of the address space and the lowest free descriptor must be what they were.
//
// What the program printed and libc still holds in its buffers is dropped with the rest of its memory: under reset
// isolation nobody reads the output of runs.
//
// A run that fails always ends its process: what it did to memory is the very question.
//
// What the rest of the runtime asks of a worker is in runtime/base/process.h.
#pragma once

#include <cstdint>

#include "abi/plan.h"

namespace sleave::rt {

// In a new child of the server: from here on it is a worker, if its memory can be put back. Returns once for each run.
void become_worker();

// The plan that the run about to begin has to follow.
sleave_plan* plan_to_run();

// Whether this process is one.
bool is_worker();

// Whether a run of it has changed nothing so far but memory.
bool worker_is_as_at_start();

// A stack for what must not run on a thread's own, while the worker does nothing else.
char* worker_stack();

}  // namespace sleave::rt

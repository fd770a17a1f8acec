// Reset isolation: one process makes many runs.
//
// A worker is a child of the fork server (fork_server.cc) that does not end with its run. At its start it copies its
// writable memory; when a run is over it restores every page that was written, and waits for the next command at the
// exact place, with the same registers, where the first run began. It is a single kernel thread: the carriers of the
// program's threads are memory (runtime/fiber/carrier.h), so restoring memory restores the threads.
//
// Only memory is restored. Whatever else a run may have changed retires the worker: it ends with that run, as any
// forked child does, and the server forks the next one. The reasons are in abi/retirements.def. Some are known when
// they happen (an unmodeled call, a thread that needs a new kernel thread, a fork); for the rest each run is followed
// by an audit: the size of the address space and the lowest free descriptor must be what they were.
//
// Output that libc still holds in its buffers is dropped with the rest of its memory: under reset isolation the output
// of runs is not used.
//
// A run that fails always ends its process, because it may have damaged memory.
//
// The interface for the rest of the runtime is runtime/base/process.h.
#pragma once

#include <cstdint>

#include "abi/plan.h"

namespace sleave::rt {

// In a new child of the server: from here on it is a worker, if its memory can be restored. Returns once for each run.
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

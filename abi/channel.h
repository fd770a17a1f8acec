/* The channel: shared memory between the explorer and the target, a sparse file whose descriptor the target inherits.
 * The explorer lays it out and writes a plan; the runtime finds it through the environment, and writes the trace.
 * docs/formats/channel.md. */
#ifndef SLEAVE_ABI_CHANNEL_H
#define SLEAVE_ABI_CHANNEL_H

#include <stdint.h>

#define SLEAVE_CHANNEL_MAGIC 0x564c4553u /* "SELV" */
#define SLEAVE_CHANNEL_VERSION 3u

/* Environment: the descriptor's number, or a path to open: some debuggers pass no descriptors on. Without it an
 * instrumented program runs as if it had never been instrumented. */
#define SLEAVE_CHANNEL_VARIABLE "SLEAVE_CHANNEL"

enum sleave_isolation {
#define SLEAVE_ISOLATION(name, meaning) SLEAVE_ISOLATION_##name,
#include "isolations.def"
#undef SLEAVE_ISOLATION
  SLEAVE_ISOLATION_COUNT
};

enum sleave_thread_mode { SLEAVE_THREADS_FIBER, SLEAVE_THREADS_NATIVE };

enum sleave_ready {
  SLEAVE_READY_NOT,
  SLEAVE_READY_CONTROL, /* the runtime has taken control */
  SLEAVE_READY_SERVING  /* and, under fork and reset isolation, waits for commands: constructors are done */
};

/* Commands travel as single bytes on `command_fd`; for 'r' (run) the target answers on `status_fd` with the child's
 * process id and, when it has ended, its wait status, both int32_t. End of file ends the target. Under reset isolation
 * the answers are the same, but the child may be the one of the command before, still alive.
 *
 * The plan area may hold more than one plan: a batch. Then the child may continue with the next plan on its own, after
 * it has packed the trace of the run before, and the answers belong to the last run it made, number `packed` of the
 * batch, whose trace lies in the trace area. So an explorer that knows of no batches sees nothing new, and neither does
 * it of a child that makes only the first run. */
#define SLEAVE_COMMAND_RUN 'r'
#define SLEAVE_PLAN_ALIGNMENT 64 /* of each plan of a batch, behind the one before */

/* State of a worker, a child that serves further commands: the server learns from it what the worker's end means. */
enum sleave_worker_state {
  SLEAVE_WORKER_RUNS,       /* its end is the end of the run */
  SLEAVE_WORKER_WAITS,      /* the run's end was reported */
  SLEAVE_WORKER_HANDS_BACK, /* the same, and it has read a command that the server must serve */
};

struct sleave_channel {
  uint32_t magic;
  uint32_t version;
  uint32_t isolation; /* sleave_isolation */
  uint32_t threads;   /* sleave_thread_mode */
  int32_t command_fd; /* SLEAVE_ISOLATION_fork only */
  int32_t status_fd;
  uint32_t claimed; /* set to 1 by the process that runs under this channel; its children find it taken */
  uint32_t ready;   /* sleave_ready, set by the runtime */

  /* SLEAVE_ISOLATION_reset only. */
  uint32_t worker_state;    /* sleave_worker_state */
  uint32_t retires_because; /* sleave_retirement: why the worker ends with this run */
  uint32_t gave_up_because; /* sleave_retirement: why the server makes no more workers */
  uint32_t worker_runs;     /* runs that the present worker has undone */

  uint32_t plan_count; /* in the plan area, at least 1 */
  uint32_t packed;     /* runs of this batch whose traces are packed, by the target; 0 when a command is given */

  uint64_t plan_offset, plan_capacity;
  uint64_t trace_offset, trace_capacity;
  uint64_t packed_offset, packed_capacity; /* sleave_packed entries, one behind the other */

  uint64_t stack_limit; /* soft limit that the program has, in bytes; ~0: none. The process starts with another one */
};

/* A trace in its file form (docs/formats/trace.md): `bytes`, a multiple of 8, with this word. Only the first entry of a
 * batch has modules: they are those of all. */
struct sleave_packed {
  uint64_t bytes;
  /* struct sleave_trace and its sections */
};

#endif

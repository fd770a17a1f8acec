/* The channel: shared memory between the explorer and the target, a sparse file whose descriptor the target inherits.
 * The explorer lays it out and writes a plan; the runtime finds it through the environment, and writes the trace.
 * docs/formats/channel.md. */
#ifndef SLEAVE_ABI_CHANNEL_H
#define SLEAVE_ABI_CHANNEL_H

#include <stdint.h>

#define SLEAVE_CHANNEL_MAGIC 0x564c4553u /* "SELV" */
#define SLEAVE_CHANNEL_VERSION 1u

/* Environment: the descriptor's number. Without it an instrumented program runs as if it had never been instrumented.
 */
#define SLEAVE_CHANNEL_VARIABLE "SLEAVE_CHANNEL"

enum sleave_isolation {
  SLEAVE_ISOLATION_EXEC, /* one process, one run */
  SLEAVE_ISOLATION_FORK  /* the process stops before main and forks once for each command */
};

enum sleave_thread_mode { SLEAVE_THREADS_FIBER, SLEAVE_THREADS_NATIVE };

/* Commands travel as single bytes on `command_fd`; for 'r' (run) the target answers on `status_fd` with the child's
 * process id and, when it has ended, its wait status, both int32_t. End of file ends the target. */
#define SLEAVE_COMMAND_RUN 'r'

struct sleave_channel {
  uint32_t magic;
  uint32_t version;
  uint32_t isolation; /* sleave_isolation */
  uint32_t threads;   /* sleave_thread_mode */
  int32_t command_fd; /* SLEAVE_ISOLATION_FORK only */
  int32_t status_fd;
  uint32_t claimed; /* set to 1 by the process that runs under this channel; its children find it taken */
  uint32_t ready;   /* set to 1 by the runtime when it has taken control */
  uint64_t plan_offset, plan_capacity;
  uint64_t trace_offset, trace_capacity;
};

#endif

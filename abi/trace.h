/* The trace: what one run did. Written by the runtime into shared memory, read by the explorer, which trusts none of
 * it: every index and size is checked on reading. docs/formats/trace.md.
 *
 * Little-endian; every field naturally aligned. Sections are found through the directory in the header. */
#ifndef SLEAVE_ABI_TRACE_H
#define SLEAVE_ABI_TRACE_H

#include <stdint.h>

#include "plan.h"

#define SLEAVE_TRACE_MAGIC 0x43415254u /* "TRAC" */
#define SLEAVE_TRACE_VERSION 8u

#define SLEAVE_NO_STACK 0u

/* Where code is: module index in the upper 16 bits, offset from its load address in the lower 48. 0xffff: no module,
 * and the offset is the address. Code sites are return addresses: subtract one before asking for a line. */
typedef uint64_t sleave_site;
#define SLEAVE_SITE_NO_MODULE 0xffffu
#define SLEAVE_SITE(module, offset) (((uint64_t)(module) << 48) | ((uint64_t)(offset) & 0xffffffffffffull))
#define SLEAVE_SITE_MODULE(site) ((uint32_t)((site) >> 48))
#define SLEAVE_SITE_OFFSET(site) ((site) & 0xffffffffffffull)

/* Where data is, free of raw addresses: a space, its owner, an offset. In SLEAVE_SPACE_SLOT the owner is a slot of
 * abi/layout.h, in which one thread, named by its spawn path, has its heap (from the bottom) and its stack (at the
 * top). */
typedef uint64_t sleave_location;
enum sleave_space {
  SLEAVE_SPACE_NONE,      /* no object */
  SLEAVE_SPACE_ABSOLUTE,  /* neither of the others: offset is the address */
  SLEAVE_SPACE_MODULE,    /* owner: module index; offset from its load address */
  SLEAVE_SPACE_SLOT,      /* owner: slot; offset in the slot */
  SLEAVE_SPACE_THREAD,    /* a thread itself (create, join, exit): owner 0, offset: thread index in this trace */
  SLEAVE_SPACE_DESCRIPTOR /* what a descriptor refers to. Owner: sleave_descriptor_kind; offset: SLEAVE_DESCRIPTOR_...
                           */
};
#define SLEAVE_LOCATION(space, owner, offset) \
  (((uint64_t)(space) << 60) | ((uint64_t)(owner) << 47) | ((uint64_t)(offset) & 0x7fffffffffffull))
#define SLEAVE_LOCATION_SPACE(location) ((uint32_t)((location) >> 60))
#define SLEAVE_LOCATION_OWNER(location) ((uint32_t)(((location) >> 47) & 0x1fffu))
#define SLEAVE_LOCATION_OFFSET(location) ((location) & 0x7fffffffffffull)

/* A descriptor's number in the lower 20 bits of the offset (a set: how many it has), above it how often that number had
 * been given out before. A pipe and a socket pair are named by their first descriptor; copies share their original's
 * name. */
#define SLEAVE_DESCRIPTOR_OFFSET(number, generation) \
  (((uint64_t)(generation) << 20) | ((uint64_t)(number) & 0xfffffull))
#define SLEAVE_DESCRIPTOR_NUMBER(offset) ((uint32_t)((offset) & 0xfffffull))

enum sleave_event_flags {
  SLEAVE_EVENT_FAILED = 1u << 0, /* try-lock busy, CAS not equal, futex value differs, lost signal */
  SLEAVE_EVENT_TIMED_OUT = 1u << 1,
  SLEAVE_EVENT_CHANGED = 1u << 2,   /* the operation changed shared state: progress */
  SLEAVE_EVENT_SWITCHED = 1u << 3,  /* another thread ran the event before this one */
  SLEAVE_EVENT_PREEMPTED = 1u << 4, /* and that thread could have continued */
  SLEAVE_EVENT_OLD = 1u << 6,       /* an atomic took an old store, or its store is not the newest (choices.def) */
  SLEAVE_EVENT_CHOSEN = 1u << 5     /* by a choice of choices.def: a spurious wake-up or failure, an early end */
};

struct sleave_event {
  uint8_t kind;  /* sleave_event_kind */
  uint8_t order; /* sleave_order of atomics and fences (success order of a CAS) */
  uint8_t size;  /* bytes of the access, 0 where it has none; 255: see extra */
  uint8_t flags; /* sleave_event_flags */
  uint32_t thread;
  sleave_site site;
  sleave_location location; /* the object operated on; 0: none */
  uint64_t value; /* loads, RMW, CAS: what was read; stores: what was written; create, join: thread; alloc: size */
  uint64_t extra; /* RMW, CAS: what was written; atomic stores: what was there before; cond_wait: the mutex' location;
                     ranges: bytes; rwlock: 1 if it prefers writers */
  uint32_t stack; /* index into the stack section, SLEAVE_NO_STACK: none */
  uint32_t expression; /* index into the expression section, 0: concrete */
};

/* `extra` of process_exit and exit_handler. */
enum sleave_exit_way {
  SLEAVE_EXIT_HANDLERS, /* exit handlers are still to run */
  SLEAVE_EXIT_QUICK,    /* those of quick_exit are */
  SLEAVE_EXIT_LAST      /* the last event of the run: the process ends, and its other threads with it */
};

/* `extra` of file_use. */
enum sleave_file_use {
  SLEAVE_FILE_READ = 1,
  SLEAVE_FILE_WRITTEN = 2,
  SLEAVE_FILE_ONLY = 4,     /* the event has no other effect, and depends on nothing else but its descriptor's number */
  SLEAVE_FILE_BY_STREAM = 8 /* libc reads or writes them, before or after the event */
};

enum sleave_thread_state { SLEAVE_THREAD_ENABLED, SLEAVE_THREAD_BLOCKED, SLEAVE_THREAD_TIMED, SLEAVE_THREAD_DONE };

/* Recording, event counts and hashes begin where the plan takes effect: just before main, or before the first thread
 * creation if a static constructor creates one. */

/* A thread of this run, in creation order; entry 0 is main. Pending fields describe what it was about to do, or waited
 * for, when the run ended. */
struct sleave_trace_thread {
  uint32_t parent;  /* index in this table; SLEAVE_NO_THREAD for main */
  uint32_t ordinal; /* n-th creation of its parent, from 0 */
  uint32_t slot;
  uint8_t state;        /* sleave_thread_state */
  uint8_t pending_kind; /* sleave_event_kind; SLEAVE_EV_COUNT: none */
  uint8_t detached;
  uint8_t exposed; /* the program used its identity, or the address of something in its slot, as a number */
  uint64_t events; /* POINT events executed */
  sleave_site create_site;
  sleave_site pending_site;
  sleave_location pending_location;
  uint32_t pending_owner; /* thread that holds what is waited for; SLEAVE_NO_THREAD: nobody, or many */
  uint32_t create_stack;
  uint32_t final_stack;
  uint32_t argument_is_block; /* 1: its argument is the beginning of a block of the heap, whose content `start_key`
                                 includes */
  uint64_t start_key; /* equal for threads that start in the same way: function, argument, attributes; 0: not known
                       */
  char name[16];      /* pthread_setname_np, else empty */
};

/* A lock held when the run ended. */
struct sleave_trace_held {
  uint32_t thread;
  uint32_t mode; /* 0 mutex, 1 shared, 2 exclusive */
  sleave_location location;
  sleave_site site;
  uint32_t stack;
  uint32_t count; /* recursion depth */
};

#define SLEAVE_PATH_BYTES 240
struct sleave_trace_module {
  uint64_t base;
  uint64_t end;
  uint8_t build_id[20];
  uint8_t build_id_bytes;
  uint8_t sight; /* sleave_sight */
  uint8_t reserved[2];
  uint32_t first_edge; /* its marks in the section of edges, */
  uint32_t edge_count; /* which abi/branches.h describes; 0: it has none */
  char path[SLEAVE_PATH_BYTES];
};

/* A call of a real, uncontrolled function, or another way in which the program escaped control. */
#define SLEAVE_ESCAPE_NAME_BYTES 128
struct sleave_trace_uncontrolled {
  uint32_t kind;     /* sleave_escape_kind */
  uint32_t function; /* intercepted, gap: sleave_intercept of abi/calls/intercepts.h; else SLEAVE_CALL_COUNT */
  uint32_t thread;   /* first caller */
  uint32_t reserved;
  uint64_t count;
  uint64_t first_index; /* events that thread had executed at the first call */
  sleave_site first_site;
  sleave_site target;                  /* the code that was called, 0: unknown */
  char name[SLEAVE_ESCAPE_NAME_BYTES]; /* symbol or text, cut off if it is longer; may be empty */
};

/* A data race: two accesses of different threads to the same memory, at least one a write, at most one atomic, and
 * neither happens before the other. Each pair of sites is recorded once. */
struct sleave_trace_access {
  uint32_t thread;
  uint8_t kind;  /* sleave_access_kind */
  uint8_t bytes; /* 0: more than 16 */
  uint8_t reserved[2];
  sleave_site site;
};
struct sleave_trace_race {
  struct sleave_trace_access earlier; /* by the order of this run */
  struct sleave_trace_access later;
  sleave_location location; /* the first byte that both touched */
  uint64_t event;           /* how many events were recorded then: the last is the later access, if it was */
};

/* A choice that was taken, other than who runs next, in the order of the run. */
struct sleave_trace_choice {
  uint32_t thread;
  uint16_t kind; /* sleave_choice_kind */
  uint16_t
      expect; /* kind of the pending event it belongs to; SLEAVE_EV_COUNT: it belongs to none, but lies between two */
  uint64_t index; /* events that thread had executed */
  uint64_t value;
  uint64_t position; /* POINT events that the run had executed */
};

/* How often a thread used an object at points where other threads were alive: SLEAVE_RECORD_CONTACTS. */
struct sleave_trace_contact {
  sleave_location location;
  uint32_t thread;
  uint32_t count;
  uint32_t writes; /* of them, those that may have changed it */
  uint32_t reserved;
};

/* The code at `reader` used an object last written by the code at `writer`, 0: by nobody in this run.
 * SLEAVE_RECORD_PAIRS. */
struct sleave_trace_pair {
  sleave_site writer;
  sleave_site reader;
  uint64_t count;
};

/* An input that the program asked for, in the order of the run; recorded in every run. Its values are in the section of
 * input bytes, from `first` on; in expressions the byte n of that section is Input(n). `name` is the same in every run:
 * FNV-1a (64 bits) over the text with its final zero byte, the ordinals of the asking thread's spawn path from the main
 * thread's child down, and `ordinal`, each of these as 4 bytes, lowest first. */
struct sleave_trace_input {
  uint64_t name;
  uint32_t thread;
  uint32_t ordinal; /* n-th input with this text that the thread asked for, from 0 */
  uint32_t first;
  uint32_t bytes;
  int64_t base;  /* what the program adds to the number it is */
  char text[32]; /* cut off if it is longer; the hash is of the whole */
};

/* Expression number n of the run is entry n; entry 0 is none: "does not depend on the input".
 * SLEAVE_RECORD_PATH_CONSTRAINTS. */
struct sleave_trace_expression {
  uint8_t op;    /* sleave_expression_op */
  uint8_t width; /* 1 to 128 bits */
  uint16_t reserved;
  uint32_t operands[3]; /* expressions with smaller numbers; input: which byte; extract: [1] is the lowest bit */
  uint64_t value[2];    /* in this run, lower half first */
};

/* The run's path constraints, in its order: the expression had its value. SLEAVE_RECORD_PATH_CONSTRAINTS. */
struct sleave_trace_path_constraint {
  uint32_t expression;
  uint32_t thread;
  uint32_t kind; /* sleave_path_constraint_kind */
  uint32_t reserved;
  sleave_site site;
  uint64_t index;    /* POINT events that the thread had executed */
  uint64_t position; /* and the run */
};

/* How often an input-dependent value was concretized. SLEAVE_RECORD_PATH_CONSTRAINTS. */
struct sleave_trace_concretization {
  uint32_t kind;    /* sleave_concretization_kind */
  uint32_t thread;  /* in which it first happened, */
  sleave_site site; /* and where; each site once */
  uint64_t count;
};

/* The stack section is an array of 64-bit words. A stack index points at its frame count n; n sites follow, innermost
 * first, then n locations: where the frame pointer of each of these functions points, 0 if unknown. */

enum sleave_section_kind {
  SLEAVE_SECTION_EVENTS,
  SLEAVE_SECTION_THREADS,
  SLEAVE_SECTION_HELD,
  SLEAVE_SECTION_MODULES,
  SLEAVE_SECTION_STACKS,
  SLEAVE_SECTION_UNCONTROLLED,
  SLEAVE_SECTION_EDGES, /* one byte per instrumented edge, 1: taken */
  SLEAVE_SECTION_EXPRESSIONS,
  SLEAVE_SECTION_RACES,
  SLEAVE_SECTION_CHOICES, /* recorded in every run */
  SLEAVE_SECTION_CONTACTS,
  SLEAVE_SECTION_PAIRS,
  SLEAVE_SECTION_INPUTS,
  SLEAVE_SECTION_INPUT_BYTES,
  SLEAVE_SECTION_PATH_CONSTRAINTS,
  SLEAVE_SECTION_CONCRETIZATIONS,
  SLEAVE_SECTION_COUNT
};

/* `offset` is from the trace's first byte; `capacity` and `count` are in entries. */
struct sleave_section {
  uint64_t offset;
  uint64_t capacity;
  uint64_t count;
};

#define SLEAVE_MESSAGE_BYTES 1024

/* The exit code of a process whose run failed: for users that read the process's status and not the trace. */
#define SLEAVE_FAILED_EXIT_CODE 66

struct sleave_trace {
  uint32_t magic;
  uint32_t version;

  uint32_t outcome; /* sleave_outcome_kind */
  uint32_t finding; /* sleave_finding_kind */
  int32_t exit_code;
  int32_t signal;
  uint64_t fault_address;
  uint32_t thread; /* in which it failed or exited */
  uint32_t finding_stack;
  sleave_location finding_location;
  char message[SLEAVE_MESSAGE_BYTES];

  uint64_t events;     /* POINT events executed, recorded or not */
  uint64_t points;     /* of them, with two or more threads enabled */
  uint64_t switches;   /* context switches */
  uint64_t dropped;    /* records that did not fit, but for stacks and plain accesses */
  uint64_t clock_ns;   /* virtual time at the end */
  uint64_t hash;       /* of all POINT events with their values: equal for equal runs */
  uint64_t class_hash; /* of the partial order of dependent events: equal for equivalent runs */

  uint32_t decisions_used;
  uint32_t diverged;         /* 1: a decision could not be followed */
  uint32_t diverged_at;      /* that decision's number */
  uint32_t diverged_thread;  /* trace thread that was at the decision */
  uint32_t diverged_pending; /* sleave_event_kind it had pending */
  uint32_t foreign_heap;     /* the heap is a sanitizer's, and when blocks are freed 1: is not seen, 2: is seen */
  sleave_site diverged_site;
  uint64_t opportunities[SLEAVE_CHOICE_ROOM]; /* by sleave_choice_kind: how often it could have been taken */

  struct sleave_section sections[SLEAVE_SECTION_COUNT];
};

/* Between two points, of all threads' plain accesses this many are recorded with their values; the others have value
 * 0. */
#define SLEAVE_VALUED_ACCESSES 1000

#endif

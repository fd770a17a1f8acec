/* The plan: everything one run needs. Self-contained and position-independent: offsets are from the plan's first byte,
 * so the same bytes serve in shared memory, in a replay file and on another machine. docs/formats/plan.md.
 *
 * Little-endian; every field naturally aligned. A reader checks magic, version and that every section lies inside
 * `bytes` before it looks at anything else. */
#ifndef SLEAVE_ABI_PLAN_H
#define SLEAVE_ABI_PLAN_H

#include <stdint.h>

#define SLEAVE_PLAN_MAGIC 0x4e414c50u /* "PLAN" */
#define SLEAVE_PLAN_VERSION 8u

/* What the run writes into its trace besides outcome, counts and hashes. */
enum sleave_record_flags {
  SLEAVE_RECORD_POINTS = 1u << 0,   /* every POINT event */
  SLEAVE_RECORD_NOTES = 1u << 1,    /* NOTE events other than plain accesses */
  SLEAVE_RECORD_ACCESSES = 1u << 2, /* plain_read and plain_write */
  SLEAVE_RECORD_STACKS = 1u << 3,   /* a stack for each recorded event */
  SLEAVE_RECORD_EDGES = 1u << 4,    /* which control-flow edges were taken */
  SLEAVE_RECORD_OPERANDS = 1u << 5, /* before each atomic update its operand: what it would do to another value */
  SLEAVE_RECORD_CONTACTS = 1u << 6, /* which thread used which object how often */
  SLEAVE_RECORD_PAIRS = 1u << 7,    /* which code read or overwrote what which other code had written */
  SLEAVE_RECORD_PATH_CONSTRAINTS =
      1u << 8 /* what the run computed from its input: expressions, path constraints, concretizations */
};

enum sleave_plan_flags {
  SLEAVE_PLAN_STOP_IN_DEBUGGER = 1u << 0, /* at a finding call __sleave_finding_reached() and wait for the debugger */
  SLEAVE_PLAN_FAIL_ON_EXIT = 1u << 1,     /* a non-zero exit code is a finding */
  SLEAVE_PLAN_SCHEDULE_PLAIN = 1u << 2,   /* plain accesses are scheduling points */
  SLEAVE_PLAN_DETECT_RACES = 1u << 3,     /* data races are looked for and recorded */
  SLEAVE_PLAN_LATE_DEADLOCKS = 1u << 4,   /* a deadlock ends the run only when no thread can continue */
  SLEAVE_PLAN_SPLIT_WAITS = 1u << 5,      /* a condition wait unlocks and locks its mutex in events of their own */
  SLEAVE_PLAN_AWAITS = 1u << 6,           /* a thread in a loop that only reads waits until what it read changes */
  SLEAVE_PLAN_FREE_TIME = 1u << 7,        /* the clock is an object: reading it, and its advance, are events; a
                                           * time-out fires where the plan says so, and only there */
  SLEAVE_PLAN_FAIL_ON_LEAK = 1u << 8,     /* a thread that ended without being joined or detached is a finding */
  SLEAVE_PLAN_RETRIES = 1u << 9,          /* a thread waits where a round of a retry loop was redundant */
  SLEAVE_PLAN_RESTART_ROUNDS = 1u << 10, /* with the flag above: it repeats the round instead; that one had no effect */
  SLEAVE_PLAN_VOLATILE_RELAXED = 1u << 11, /* volatile accesses are relaxed atomics to the race detector */
  SLEAVE_PLAN_VOLATILE_ATOMIC = 1u << 12,  /* they are sequentially consistent; with neither flag they are plain */
  SLEAVE_PLAN_SIGNALS = 1u << 13,    /* a thread takes a signal where the plan says so, or a system call of its own
                                      * lets it: where it changes its mask, signals itself, or waits for a signal */
  SLEAVE_PLAN_OLD_STORES = 1u << 15, /* the choices read_from and place are taken (abi/choices.def) */
  SLEAVE_PLAN_CANCELS = 1u << 14, /* before each cancellation point a thread tests in an event of its own whether it is
                                   * canceled, and is so there only */
  SLEAVE_PLAN_UNSEEN_TIME = 1u << 16 /* with free time: no thread reads the clock, so that sleeps move it unnoticed */
};

#define SLEAVE_NO_THREAD 0xffffffffu

/* A thread by its spawn path. Entry 0 is the main thread (parent SLEAVE_NO_THREAD); a parent precedes its children.
 * `ordinal` counts the parent's creations from 0. */
struct sleave_plan_thread {
  uint32_t parent;
  uint32_t ordinal;
};

/* One decision: when plan thread `thread` has executed `index` events and its next one is pending, `kind` is resolved
 * to `value`. `expect` is the kind of that pending event when the decision was recorded, SLEAVE_EV_COUNT if unknown: a
 * mismatch is a divergence. Decisions are consumed in order; after the last one the tail policy takes over. */
struct sleave_decision {
  uint32_t thread;
  uint16_t kind;
  uint16_t expect;
  uint64_t index;
  uint64_t value;
};

/* One input: `bytes` bytes at `offset` from the plan's start, for the input named by the hash `name` (abi/trace.h).
 * What the program asks for and no plan gives, or beyond what it gives, keeps the value that the program has there. */
struct sleave_plan_input {
  uint64_t name;
  uint32_t offset;
  uint32_t bytes;
};

/* What the tail may choose besides threads, for one kind of choices.def: at most `most` times in the run, at places
 * drawn from its first `among` opportunities; SLEAVE_EVERY_TIME: a value is drawn at each of them. 0: never. Of stores,
 * with SLEAVE_EVERY_TIME as both: it is drawn once for each thread and location whether the thread takes old ones
 * there. With free time and split waits, of timers: one more than the number of times that timers fire again; 0: any
 * number. */
struct sleave_plan_choice {
  uint32_t most;
  uint32_t among;
};
#define SLEAVE_EVERY_TIME 0xffffffffu
#define SLEAVE_CHOICE_ROOM 16 /* kinds a plan and a trace have room for */

/* feedback: which code should, or should not, use an object after which other code wrote it. Sites are those of
 * abi/trace.h; writer 0: the initial value. */
enum sleave_relation_kind {
  SLEAVE_RELATION_WANTED,   /* `reader` uses what `writer` wrote */
  SLEAVE_RELATION_UNWANTED, /* it does not */
  SLEAVE_RELATION_RIVAL     /* `reader` would overwrite what relation number `writer`, a wanted one, is about */
};
struct sleave_plan_relation {
  uint64_t reader;
  uint64_t writer;
  uint32_t kind; /* sleave_relation_kind */
  uint32_t reserved;
};

/* A failure that is known already and does not end the run, of a kind after which the program can continue: the code,
 * as sleave_site of abi/trace.h, and what it does there. Of a memory leak: the size of the blocks. */
struct sleave_plan_aside {
  uint64_t site;
  uint32_t kind; /* sleave_finding_kind */
  uint32_t reserved;
};

/* The memory orders of an atomic operation or a fence, in place of those that the program gives it: the code, as
 * sleave_site of abi/trace.h, and orders as sleave_order. A fence without an effect is relaxed. */
struct sleave_plan_order {
  uint64_t site;
  uint8_t order;   /* of a compare-exchange that succeeds */
  uint8_t failure; /* of a compare-exchange that fails; others: not used */
  uint8_t reserved[6];
};

/* How threads let others come first, as tail_events of a plan under pos, surw, feedback and random (which only knows
 * lingering). Under a weak memory model a missing order mostly shows where another thread comes to what this one is
 * still at: a lock that is taken, a value that was written and not yet handed over.
 *
 * Hesitating: after an update or a lock, each of the next one to `events` operations of the thread has a priority in
 * the lowest eighth of those that are drawn.
 * Lingering: a thread that wrote plain memory, and comes to an operation that may hand it over, lets the others
 * continue until all of them wait. `lingering` of eight threads do so, drawn for each run. */
static inline uint64_t sleave_hesitation(uint64_t events, uint64_t lingering) {
  return (events & 0xff) | lingering << 8;
}
static inline uint64_t sleave_hesitating_events(uint64_t tail_events) { return tail_events & 0xff; }
static inline uint64_t sleave_lingering_of(uint64_t tail_events) { return tail_events >> 8 & 0xff; }

struct sleave_plan {
  uint32_t magic;
  uint32_t version;
  uint64_t bytes; /* of the whole plan, header included */

  uint32_t record; /* sleave_record_flags */
  uint32_t flags;  /* sleave_plan_flags */

  uint32_t tail_policy;  /* sleave_policy_kind */
  uint32_t tail_depth;   /* pct: number of priority levels the bug may need, d >= 1; pos and its kin: d - 1 falls */
  uint64_t tail_seed;    /* of everything that the tail draws at random */
  uint64_t tail_length;  /* pct, pos and its kin: expected number of points, K */
  uint64_t tail_threads; /* hold, postpone: a set of plan threads, by bit; only the first 64 can be in it */
  uint64_t tail_events;  /* hold: a thread is held after this many of its events; 0: never. pos and its kin, random: how
                          * threads let others come first (sleave_hesitation); 0: they do not */
  uint64_t tail_alike;   /* stay, hold: a set of plan threads, as above, each alike with the one that its parent created
                          * just before it: of threads that are alike in a row, the first that can continues first */

  uint64_t max_events;   /* the run ends with outcome step_limit there */
  uint64_t quiet_events; /* this many POINT events in a row without a change are no_progress; 0: never; time passes
                          * for sleeping threads after as many, or 100,000 */
  uint64_t hang_cpu_ms;  /* processor time without an event that is an endless_loop; 0: never */
  uint64_t spin_repeats; /* fruitless events of one thread after which others get their turn; 0: never */

  uint32_t thread_offset, thread_count;     /* sleave_plan_thread[] */
  uint32_t decision_offset, decision_count; /* sleave_decision[] */
  uint32_t input_offset, input_count;       /* sleave_plan_input[] */
  uint32_t site_offset, site_count;         /* uint64_t[]: code, as sleave_site of abi/trace.h, whose plain accesses are
                                             * scheduling points: places of data races, to see what they lead to */

  uint32_t stop_at_race;   /* n: the n-th data race ends the run as a finding; 0: none does */
  uint32_t decided_events; /* the first events of the run, all decided: no spinning is assumed among them */

  struct sleave_plan_choice choices[SLEAVE_CHOICE_ROOM]; /* by sleave_choice_kind */

  uint32_t object_offset, object_count;     /* surw: uint64_t[]: objects, as sleave_location of abi/trace.h */
  uint32_t weight_offset, weight_count;     /* surw: uint32_t[], by plan thread: its expected events at these objects */
  uint32_t relation_offset, relation_count; /* feedback: sleave_plan_relation[] */
  uint32_t aside_offset, aside_count;       /* sleave_plan_aside[] */
  uint32_t order_offset, order_count;       /* sleave_plan_order[] */
};

#endif

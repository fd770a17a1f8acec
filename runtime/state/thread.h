// A logical thread of the tested program, named by its spawn path.
#pragma once

#include <sched.h>
#include <signal.h>

#include <cstdint>

#include "abi/trace.h"
#include "abi/words.h"
#include "runtime/base/arena.h"

namespace sleave::rt {

struct Thread;
struct RaceThread;
struct Awaits;
struct Retries;

// The next operation of a thread, announced to the scheduler before it happens.
struct Pending {
  sleave_event_kind kind;
  std::uintptr_t site;
  const void* object;  // what it operates on, or null
  // Whether the operation can continue; null: always. Asked again whenever `object` is changed (Scheduler::changed).
  bool (*ready)(const Thread& thread);
  // A timed operation normally continues when its time is up. With this it also needs `ready`, which then knows about
  // the time itself: a condition wait that timed out must still get its mutex.
  bool needs_ready = false;
};

struct HeldLock {
  const void* object;
  std::uint32_t mode;  // as sleave_trace_held::mode
  std::uint32_t count;
  std::uintptr_t site;
  std::uint32_t stack;
  bool robust = false;  // a mutex that outlives its owner
};

struct ThreadExitCall {
  void (*function)(void*);
  void* argument;
};

constexpr std::uint64_t kNoDeadline = ~0ull;

struct Thread {
  // Name and place.
  std::uint32_t index;  // creation order in this run
  std::uint32_t ordinal;
  Thread* parent;
  std::uint32_t plan_index;  // in the plan's thread table, or SLEAVE_NO_THREAD
  std::uint32_t slot;
  std::uint32_t heap_slot;  // where it allocates now (runtime/heap/heap.cc)
  std::uint64_t heap_moves;
  std::uint64_t path_hash;  // of the spawn path: the same in every schedule
  std::uint32_t children;
  Thread* newest_child;
  Thread* elder;  // whom its parent created just before it
  char name[16];
  std::uintptr_t create_site;
  std::uint32_t create_stack;

  // Scheduling.
  sleave_thread_state state;
  Pending pending;
  std::uint32_t pending_stack;  // in a run that records stacks
  std::uint64_t events;         // executed
  std::uint64_t first_step;     // of its current call (runtime/record/calls.cc), in events of the run; 0: none yet
  std::uint64_t last_step;      // its last event, likewise
  bool in_call;                 // of a client, likewise
  std::uint64_t waits_from;     // events of the run when its pending operation, which may have to wait, was announced
  std::uint64_t deadline;       // virtual time at which a timed wait ends; kNoDeadline: never
  bool timed_out;
  bool early;            // its time may be up, or was, while others could continue (choices.def)
  bool timeout_decided;  // `gives_up` says, for its next wait, whether the time-out comes
  bool gives_up;
  bool patient;             // its wait would end by a time-out, but the plan does not let it (free time)
  bool unhurried;           // its wait times out when the plan wants it to continue, or no other thread can (free time)
  bool alone;               // no other thread can continue: it may end the process (a search)
  bool spurious;            // its wait may end without a signal (choices.def)
  bool spurious_decided;    // of its next wait
  bool signalled;           // condition or futex: another thread chose this waiter
  bool weak_try;            // its next try-lock may fail spuriously
  std::uint64_t ticket;     // order of arrival among waiters
  std::uint32_t wait_bits;  // futex: which wakes concern it
  const void* waits_on;     // condition or futex it sleeps on; the pending object may be another (the mutex to retake)
  std::uint64_t fruitless;  // events in a row that changed nothing
  std::uint64_t priority;   // of the tail policy, for its pending event or for all of them
  std::uint64_t weight;     // surw: events still expected of it and of the threads it will create
  bool fell_behind;         // pos, surw, feedback: since a change point
  std::uint64_t put_off;    // pos, surw, feedback: the number of its next events that hesitate
  bool wrote_plain;         // and has not handed it over (event_priority.h)
  bool lingers;             // pos, surw, feedback: others come before its pending event
  bool held_back;           // surw: its pending event waits for the intended one

  // Signals (runtime/signal/). In sets, signal n is bit n - 1.
  std::uint64_t signal_mask;
  std::uint64_t mask_after_handler;       // of the last one that has returned
  std::uint64_t awaited_signals;          // sigwait: these end the wait
  bool awaits_again;                      // sigwait: a handler does not end the wait
  ArenaArray<siginfo_t> pending_signals;  // sent to this thread and not yet taken, in order of arrival
  bool signal_due;                        // one of them, or of the process', is to be taken at its next point
  bool takes_by_choice;                   // the plan lets it wait for one, which may never come
  bool interrupted;                       // the last wait was ended by a handler
  stack_t alternate_stack;                // sigaltstack

  const void* awaited;  // runtime/io/: what a pending call on descriptors waits for

  // Cancellation (runtime/thread/cancel.cc).
  bool cancel_requested;
  bool cancel_disabled;
  bool cancel_asynchronous;
  bool exiting;  // unwinding or past it: later requests have no effect

  // Life.
  void* (*start)(void*);
  void* argument;
  std::uint32_t argument_number;  // of its expression (runtime/symbolic/threads.h)
  const void* started_by;         // the timer or client, if it was one
  bool of_runtime;                // it runs code of the runtime, not of the program
  bool of_timer;                  // it is a timer: the process does not live on because of it
  std::uint64_t start_key;        // abi/trace.h
  std::size_t argument_bytes;     // of the block of the heap that its argument is; 0: it is none
  bool exposed;                   // the program may distinguish it from others (abi/trace.h)
  void* result;
  std::uint32_t result_number;
  bool detached;
  bool joined;
  ArenaArray<ThreadExitCall> exit_calls;
  void* cleanup_buffers;  // innermost of the C clean-up handlers
  void* exit_jump;        // where pthread_exit goes (runtime/thread/unwind.cc)
  ArenaArray<HeldLock> held;
  std::uint32_t throw_stack;  // where the last exception was thrown
  const char* throw_type;

  // Carrier (runtime/fiber/).
  std::uintptr_t fs_base;   // also the thread's pthread_t
  std::size_t stack_bytes;  // that it was created with
  std::size_t guard_bytes;
  char* stack_low;  // runtime/fiber/stack_area.h
  char* stack_high;
  char* body_top;       // where its first frame begins
  void* context;        // saved stack pointer while not running (fibers)
  void* frame;          // frame pointer at the last hand-over
  std::uint32_t baton;  // native threads wait here
  std::int32_t native_id;
  int saved_depth;

  // What it asked for, without effect (runtime/thread/thread_settings.cc).
  int policy;
  int urgency;
  cpu_set_t* processors;  // null: all

  std::uint64_t chances;            // random words drawn
  std::uint64_t clock_readings;     // that were events
  std::uint64_t allocations;        // since its last event
  std::uint32_t last_uncontrolled;  // index of abi/calls/intercepts.h plus one; 0: none

  RaceThread* race;  // null until the detector has seen it
  Awaits* awaits;    // runtime/loops/await_loops.h; null until it was in such a loop
  Retries* retries;  // runtime/loops/retry_rounds.h; likewise

  // Class of the run (runtime/record/).
  std::uint64_t last_hash;

  // Handlers of signals (runtime/sched/handler_calls.h).
  const char* unsafe_call;       // since its last event and the last change of its mask; null: none
  const char* interrupted_call;  // what the handler it runs has interrupted; null: none that is unsafe, or no handler
  const void* handler_frame;
};

// Whether it sleeps on a condition or futex and nobody has chosen it yet.
inline bool is_asleep(const Thread& thread) { return thread.waits_on != nullptr && !thread.signalled; }

// Whether a request to cancel it is there and not held off.
inline bool cancel_requested(const Thread& thread) {
  return thread.cancel_requested && !thread.cancel_disabled && !thread.exiting;
}

}  // namespace sleave::rt

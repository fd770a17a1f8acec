// What the scheduler asks of the folders above it. It knows that time passes, that signals and bytes arrive, that
// threads are canceled and that runs are resumed, but not how: the models of these define the functions here. None of
// them may assume more about the scheduler than that it is about to decide; those that end a wait or make an event say
// so.
#pragma once

#include <cstdint>

#include "abi/words.h"
#include "runtime/base/hidden.h"

namespace sleave::rt {

struct Pending;
struct Thread;

// Timers that send signals or start threads (runtime/signal/timers.cc). The earliest deadline of one that can let a
// thread continue, kNoDeadline if none; with `fatal` also of those whose signal would end the process.
std::uint64_t next_timer_deadline(bool fatal);
// The clock advanced.
void fire_due_timers();
// The plan lets the clock jump to `deadline`, a timer's, although threads can continue: records that and fires.
void jump_to_timer(std::uint64_t deadline);

// In a search with free time (runtime/thread/timer_thread.cc): of a thread that is a timer and about to fire, whether
// it cannot only because timers have fired as often as the plan lets them.
bool only_bound_stops_timer(const Thread& thread);

// Signals from the kernel (runtime/signal/outside.cc): noted and not yet collected.
SLEAVE_HIDDEN extern volatile std::uint64_t outside_signals;
void collect_outside_signals();
// No thread can continue: looks for a signal that waits in the kernel, and waits for the end of a child that lives.
// True if one came.
bool outside_signal_came();

// Signals of the program (runtime/signal/take.cc). The current thread was chosen and has a signal due: one event, then
// what the signal does. If another thread took the signal meanwhile, the event says so.
void take_signal();
// Whether a handler that ran during this wait ends it with EINTR. Where POSIX or Linux says that the wait continues, it
// does.
bool handler_ends_wait(sleave_event_kind kind, std::uint64_t deadline);

// Where the plan decides which signals are taken (runtime/signal/chosen.cc): the current thread, whose next operation
// is `pending`, takes one first if it is to. True: the signal has ended the operation.
bool take_chosen_signals(const Pending& pending, std::uint64_t deadline);
// Whether the thread waits for a signal by choice, or has one to take and was not to: another plan has what it does
// then.
bool misses_signal(const Thread& thread);

// Descriptors (runtime/descriptor/outside.cc). No thread can continue, and no time would help. True: waited for another
// process, and threads may be able to continue now.
bool wait_for_outside();

// Clients (runtime/guest/guest.cc). Whether this process is one: then another decides when it continues.
SLEAVE_HIDDEN extern bool is_guest;
// No thread can continue before `deadline`: returns when one may, or when that time has come.
void guest_waits(std::uint64_t deadline);
// The current thread is about to use a descriptor: returns when it may.
void guest_takes_turn();

// Cancellation (runtime/thread/cancel.cc). Whether the thread, whose pending operation is of this kind, has to answer a
// request before it continues. `blocked`: it could not continue anyway.
bool must_answer_cancel(const Thread& thread, sleave_event_kind pending, bool blocked);
// Where threads test for it in events of their own: the current thread does, if its next operation is a cancellation
// point, and may not return.
void test_for_cancel(const Pending& pending);
// Whether the thread waits at a cancellation point, and a request came after it had tested: another plan has what it
// does then, since it might as well have come later.
bool misses_cancel(const Thread& thread);
// The current thread was chosen, and its event is the answer.
[[noreturn]] void answer_cancel(std::uintptr_t site);

// Locks and joins (runtime/sync/owner.cc). Index of the thread that holds what `thread` waits for, or would have to
// end; SLEAVE_NO_THREAD if nobody or several.
std::uint32_t owner_of_pending(const Thread& thread);
// Deadlocks (runtime/detect/cycle.cc). The thread has begun to wait: fails if it now waits, over others or directly,
// for itself.
void check_for_cycle(Thread& self);

// The process is about to end while other threads wait (runtime/detect/cycle.cc): ends the run as overtaken if another
// plan has the same without the wait, fails if some of them wait for each other.
void check_before_end();

// Checkpoints (runtime/isolate/checkpoint.cc). A checkpoint is considered at the decision after this many events; ~0:
// at none.
extern std::uint64_t checkpoint_due;
// The scheduler is about to decide, and checkpoint_due has come. May take a checkpoint, and returns again for every run
// that begins at it, with that run's plan in effect.
void at_checkpoint_place();

}  // namespace sleave::rt

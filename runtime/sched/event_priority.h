// Priorities of pending events, as partial order sampling has them (Yuan, Yang, Gu: Partial Order Aware Concurrency
// Sampling, CAV 2018): every pending event has a random one, the highest runs, its successor gets a new one, and so
// does every pending event that races with it. So the direction of each race is a coin of its own, however many events
// the threads make that race with nothing.
//
// A plan may have change points (change_points.h): there a thread falls behind, and runs only when all others wait, or
// after 1,000 decisions. So a thread that is delayed for long, at any place, is as likely as under pct, while the
// others go by the priorities of their events.
//
// Ours differs in three ways.
//  * Operations that no other thread can distinguish (a thread's start, creating or joining one) come first. Without
//    this a thread that is created late is late at everything, although none of its operations has been ordered yet.
//    Not in runs that reuse addresses: there it matters what a thread allocates after its start.
//  * Unlocking comes first in every second run: a section with nothing visible inside is then passed as a whole. In the
//    other runs it has a priority like the rest, because others may see the difference (a try-lock, say). The end of a
//    thread comes first in three of four: an attempt to join it sees the difference. Such attempts have a priority like
//    the rest.
//  * A thread that spins or yields is put below everyone until another one has changed something: the lowest priority
//    drawn might otherwise stay low for longer than a run may spin. What it waits for is not known, so each change may
//    be that.
#pragma once

#include "runtime/base/random.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

// The plan has taken effect.
void priorities_start(Random& random);

// A thread appeared.
void priorities_add(Random& random, Thread& thread);

// Whether the plan lets threads linger, and whether this one does.
bool threads_linger();

// A decision is due after an event of `current`: whether it lingers.
void linger(Thread& current);

// Below every other thread.
void lowest_priority(Thread& thread);

// Whether the last thing it got was the lowest priority.
bool is_lowest(const Thread& thread);

// How urgent the thread's pending event is, silent operations included: the enabled thread with the most runs.
std::uint64_t rank_of(const Thread& thread);

// Asked of the thread that would run next: whether it falls behind instead.
bool falls_behind(Thread& thread);

// A decision is due after an event of `current`: threads that wait compete again if that changed something.
void event_ran(Random& random, Thread& current);

// The thread will execute its pending event now: draws for its successor and for what races with it.
void event_runs(Random& random, Thread& thread);

}  // namespace sleave::rt

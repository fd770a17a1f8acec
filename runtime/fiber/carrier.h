// Carriers: what a logical thread runs on.
//
// For every logical thread a real pthread is created with its stack at the top of the thread's slot, only to obtain
// glibc's thread control block and thread-local storage. As a fiber's carrier it parks at once, with all signals
// blocked, and the logical thread runs on the main kernel thread, on the parked thread's own stack below the parked
// frame, with the FS base pointing to the parked thread's storage: thread_local, errno, exceptions in flight and
// pthread_self are right; a thread with a stack of another size than the default has that elsewhere (stack_area.h). In
// native mode the same kernel thread runs the logical thread itself, from the same stack address, whenever it is given
// the baton.
//
// A parked carrier needs no kernel thread any more. So a fork server prepares carriers before it forks, and the child,
// in which those kernel threads do not exist, runs fibers on their stacks all the same.
#pragma once

#include <cstdint>

namespace sleave::rt {

struct Thread;

// Makes the calling kernel thread the carrier of the main thread.
void carry_main(Thread& main);
// The limit on its stack was set to this; a lower one leaves it as it is.
void main_stack_may_have(Thread& main, std::uint64_t bytes);

// Gives `thread` (slot and size of the stack known) a carrier; from then on switch_carrier() can go to it.
void carry(Thread& thread);

// A carrier for a thread that does not exist yet, in the slot it will probably get. A later carry() in that slot takes
// it, for whichever thread.
void prepare_carrier(std::uint32_t slot);

bool carrier_is_prepared(std::uint32_t slot);

// Continues `next`; returns when another thread switches back to `self`.
void switch_carrier(Thread& self, Thread& next);

// Runs the body of a logical thread; defined by thread/thread.cc.
[[noreturn]] void run_thread_body(void* thread);

}  // namespace sleave::rt

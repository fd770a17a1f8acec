// What the class of a client claims about the progress of its calls (__sleave_expect_progress), and runs that refute
// it.
//
// Obstruction-free: a call that runs alone ends, whatever others have begun. Suspended threads may never continue, so a
// call that has to wait refutes it at once, and one that has not ended after many steps in a row, too. Lock-free: of
// the calls one ends, whatever the schedule; so it refutes that, too, and so do many steps of all threads without an
// end of a call. Searches that leave out rounds of loops (is_search()) do not show that: they check nothing.
#pragma once

#include <cstdint>

#include "runtime/base/hidden.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

enum class ProgressClaim : std::uint8_t { none, obstruction_free, lock_free };
SLEAVE_HIDDEN extern ProgressClaim progress_claim;
inline bool claims_progress() { return progress_claim != ProgressClaim::none; }

// A thread has made a step inside a call.
void check_progress(Thread& self);
// It cannot continue.
void check_progress_of_wait(Thread& self);
// A call has begun or ended.
void note_progress();
// How many have.
std::uint64_t progress_so_far();

}  // namespace sleave::rt

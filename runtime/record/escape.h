// Records uncontrolled calls and other escapes in the trace's section of uncontrolled calls: each once, with a count.
#pragma once

#include <cstdint>

#include "abi/calls/intercepts.h"
#include "abi/words.h"

namespace sleave::rt {

// An uncontrolled call. The worker ends with the run, because the effects of the call are unknown.
void record_uncontrolled(unsigned function, std::uintptr_t site);

// A call of intercepts.def that a search does not model: noted while other threads exist (Scheduler::has_company).
void record_gap(sleave_intercept function, std::uintptr_t site);

// Something else, noted while other threads exist (Scheduler::has_company). `name` is a symbol or a text for people,
// `target` the code that is called, 0: none.
void record_escape(sleave_escape_kind kind, const char* name, std::uintptr_t target, std::uintptr_t site);

// The same of something that happened while other threads existed and is noticed now.
void record_late_escape(sleave_escape_kind kind, const char* name, std::uintptr_t target, std::uintptr_t site);

}  // namespace sleave::rt

// What escaped control, in words.
#pragma once

#include <cstdint>
#include <string>

#include "abi/trace.h"
#include "abi/words.h"

namespace sleave {

// The function or thing itself: "pthread_cancel", "plain_add(int)", "a file or shared memory (mmap)".
std::string escape_name(const sleave_trace_uncontrolled& escape);

// Whether it is listed with uncontrolled calls. That the whole program is not instrumented is stated elsewhere.
inline bool is_listed(const sleave_trace_uncontrolled& escape) { return escape.kind != SLEAVE_ESCAPE_calls_only; }

// What the program did, of a kind in abi/escapes.def: "called sscanf, which ..., while other threads were alive".
std::string escape_words(std::uint32_t kind, const std::string& name);

}  // namespace sleave

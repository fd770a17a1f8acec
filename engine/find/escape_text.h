// What escaped control, in words.
#pragma once

#include <string>

#include "abi/trace.h"

namespace sleave {

// The function or thing itself: "pthread_cancel", "plain_add(int)", "a file or shared memory (mmap)".
std::string escape_name(const sleave_trace_uncontrolled& escape);

// The reason why a search is not complete: "the program called sscanf, which ..., while other threads were alive".
std::string escape_words(const sleave_trace_uncontrolled& escape);

}  // namespace sleave

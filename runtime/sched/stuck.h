// A run in which no thread can continue, and whose program judges that itself (runtime/record/calls.cc).
#pragma once

namespace sleave::rt {

// The main thread is to judge it, and has been resumed for that.
extern bool is_stuck;
[[noreturn]] void report_stuck();

}  // namespace sleave::rt

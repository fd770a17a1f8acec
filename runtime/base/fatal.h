// Ends a run that the runtime cannot continue: a limit of ours, or our bug. Not for failures of the program: those are
// findings (runtime/detect/).
#pragma once

namespace sleave::rt {

// Says "sleave: <what> (error <code>)" on standard error and in the trace, with outcome `refused`, and ends the
// process.
[[noreturn]] void fatal(const char* what, int code);

}  // namespace sleave::rt

// The end of a run that the runtime itself cannot go on with: a limit of ours, or our bug. Not for failures of the
// program: those are findings (runtime/detect/).
#pragma once

namespace sleave::rt {

// Says "sleave: <what> (error <code>)" on standard error and in the trace, with outcome `refused`, and ends the
// process.
[[noreturn]] void fatal(const char* what, int code);

}  // namespace sleave::rt

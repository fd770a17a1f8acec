// Signals that end the run: faults that the program does not handle, the watch on a thread that computes forever, and
// the explorer's request to report why nothing happens.
#pragma once

namespace sleave::rt {

// Once, at the start of the process.
void install_signal_handlers();

// Again, after the program changed its action for a signal of a fault.
void catch_faults(int number);

// In every process that makes runs, and for every plan that takes effect.
void start_hang_watch();

}  // namespace sleave::rt

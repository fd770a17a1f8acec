// From process start to the moment when the plan takes effect (plan_takes_effect() of runtime/base/process.h).
#pragma once

#include <cstdint>

namespace sleave::rt {

// The earliest moment: before the constructors of the program and of its libraries. With the arguments of a
// constructor.
void start(int, char**, char** environment);

// Whether the program calls sleave_ready() (include/sleave/ready.h): then the plan takes effect there, not before main.
bool program_says_when_ready();

// Processes that the program forks have no business in the channel, and might outlive the run. Once in each process
// that makes runs.
void keep_channel_from_children();

// Answers the explorer's command with a number: a process id, then a wait status.
void tell(std::int32_t number);

// Fork isolation: waits for commands; returns in a child.
void serve_forks();

// How far standard input is read; it is shared by all processes of a program, and restoring memory does not reset it.
// Negative if nothing can be read from it.
std::int64_t place_in_input();
void set_place_in_input(std::int64_t place);

}  // namespace sleave::rt

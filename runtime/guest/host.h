// The clients of the program (link.h).
#pragma once

namespace sleave::rt {

// The clients that the environment names: `text` as SLEAVE_CLIENTS has it.
void note_clients(const char* text);

// The plan has taken effect: starts them. Each waits until the program listens on a socket. When the last has ended,
// the program gets SIGTERM; a client that fails ends the run as a failure.
void start_clients();

}  // namespace sleave::rt

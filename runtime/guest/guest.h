// This process as a client of another (link.h).
#pragma once

namespace sleave::rt {

// The environment says that it is one: `host` as SLEAVE_HOST has it. Ends the process if the host is gone.
void become_guest(const char* host);

// The plan has taken effect: waits for the first turn.
void guest_begins();

}  // namespace sleave::rt

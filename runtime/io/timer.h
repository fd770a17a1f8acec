// Timers behind descriptors, in virtual time.
#pragma once

namespace sleave::rt {

struct Timer;

// Its last descriptor was closed.
void stop_timer(Timer& timer);

}  // namespace sleave::rt

// The taking of a signal by its thread.
#pragma once

#include <cstdint>

#include "abi/words.h"

namespace sleave::rt {

// The current thread was chosen and has a signal due: one event, then what the signal does. If somebody else was given
// the signal meanwhile, the event says so.
void take_signal();

// Whether a handler that ran during this wait ends it with EINTR. Where POSIX or Linux says that the wait goes on, it
// does.
bool handler_ends_wait(sleave_event_kind kind, std::uint64_t deadline);

// The default actions.
[[noreturn]] void end_by_signal(int number, std::uintptr_t site);
void stop_process(int number);

const char* signal_name(int number);

}  // namespace sleave::rt

// The default actions of signals, when a thread takes one. take_signal() itself is in runtime/sched/sources.h.
#pragma once

#include <cstdint>

namespace sleave::rt {

// take_signal() in a thread that was in `interrupted`, a function that a handler must not call, or in none (null).
// False if there was none to take.
bool take_signal_during(const char* interrupted);

[[noreturn]] void end_by_signal(int number, std::uintptr_t site);
void stop_process(int number);

const char* signal_name(int number);

}  // namespace sleave::rt

// The default actions of signals, when a thread takes one. take_signal() itself is in runtime/sched/sources.h.
#pragma once

#include <cstdint>

namespace sleave::rt {

[[noreturn]] void end_by_signal(int number, std::uintptr_t site);
void stop_process(int number);

const char* signal_name(int number);

}  // namespace sleave::rt

// Signals behind descriptors (signalfd). Which signals wait for whom is the runtime's knowledge (signal/pending.h), so
// a signalfd is an event counter that is kept readable as long as one of its signals waits.
#pragma once

#include <sys/uio.h>

#include <cstdint>

namespace sleave::rt {

struct SignalWatch;

// Its last descriptor was closed.
void stop_watching(SignalWatch& watch);

// A read: whole records of signals that wait for the current thread.
long read_signals(int descriptor, const SignalWatch& watch, const iovec* parts, int count, std::uintptr_t site);

}  // namespace sleave::rt

// The program's buffers that a call reads or fills for it: accesses of its code at `site`. Only if that code is
// instrumented: a library's own buffers are guarded by means that nobody sees.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

namespace sleave::rt {

// Before the call gives what is in them: all of it may be looked at.
void buffers_read(const iovec* parts, std::size_t count, std::uintptr_t site);

// After the call has filled the first `bytes` of them; a negative number is an error, and nothing was filled.
void buffers_filled(const iovec* parts, std::size_t count, long bytes, std::uintptr_t site);

}  // namespace sleave::rt

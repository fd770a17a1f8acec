// What printf's family reads and writes through its arguments, inside libc where no hook sees it.
#pragma once

#include <stdarg.h>

#include <cstdint>

namespace sleave::rt {

// Before a call with this format by code at `site`: the format itself, the strings it prints, what %n stores to. A
// format that numbers its arguments, or has a conversion that is not known, is a gap. Only if that code is
// instrumented.
void announce_formatted(const char* format, va_list list, std::uintptr_t site);

}  // namespace sleave::rt

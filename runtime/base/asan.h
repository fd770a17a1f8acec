// Whether the tested program has AddressSanitizer. Everything else about it is in runtime/sanitize/.
#pragma once

extern "C" void __asan_init() __attribute__((weak));  // null without it

namespace sleave::rt {

inline bool has_asan() { return __asan_init != nullptr; }

}  // namespace sleave::rt

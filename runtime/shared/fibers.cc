// What a program finds in ThreadSanitizer's library besides its instrumentation: fibers, and a function of libc that is
// linked statically elsewhere.
#include "runtime/base/runtime.h"

extern "C" int __cxa_atexit(void (*function)(void*), void* argument, void* module);

// The program's own fibers are fibers of the thread that runs them.
SLEAVE_EXPORT void* __tsan_get_current_fiber() { return nullptr; }
SLEAVE_EXPORT void* __tsan_create_fiber(unsigned) { return nullptr; }
SLEAVE_EXPORT void __tsan_destroy_fiber(void*) {}
SLEAVE_EXPORT void __tsan_switch_to_fiber(void*, unsigned) {}
SLEAVE_EXPORT void __tsan_set_fiber_name(void*, const char*) {}

// Each program has one of its own, unless it is linked with ThreadSanitizer's library.
SLEAVE_EXPORT int atexit(void (*function)()) {
  return __cxa_atexit(reinterpret_cast<void (*)(void*)>(function), nullptr, nullptr);
}

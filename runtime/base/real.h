// The real functions behind the interposed ones.
//
//   REAL(pthread_create)(&thread, attributes, start, argument);
//
// Looked up through the dynamic linker (RTLD_NEXT) when first called, then kept.
#pragma once

#include "abi/calls/intercepts.h"

namespace sleave::rt {

extern void* real_functions[SLEAVE_CALL_COUNT];

void* find_real(sleave_intercept function);
// All of them, before a thread may be stopped while it holds the dynamic linker's lock.
void find_all_real();
const char* function_name(sleave_intercept function);

inline void* real(sleave_intercept function) {
  void* address = real_functions[function];
  return __builtin_expect(address != nullptr, 1) ? address : find_real(function);
}

}  // namespace sleave::rt

#define REAL(function) (reinterpret_cast<decltype(&::function)>(::sleave::rt::real(SLEAVE_CALL_##function)))

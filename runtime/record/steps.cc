#include "runtime/record/steps.h"

extern "C" {

__attribute__((used)) std::uint64_t __sleave_steps = 0;
__attribute__((used)) std::uint64_t __sleave_stop_step = ~0ull;

__attribute__((noinline)) void __sleave_step_reached() {
  __asm__ volatile("" : : : "memory");  // a place to break; kept as a call
}
}

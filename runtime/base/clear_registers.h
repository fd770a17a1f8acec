// Before the program's own code begins on a stack: what the runtime left in registers that a function must keep would
// be saved on the stack, where the program may see it, and differs between the ways to start a run.
#pragma once

namespace sleave::rt {

__attribute__((always_inline)) inline void clear_registers() {
  __asm__ volatile(
      "xor %%ebx, %%ebx\n\t"
      "xor %%r12d, %%r12d\n\t"
      "xor %%r13d, %%r13d\n\t"
      "xor %%r14d, %%r14d\n\t"
      "xor %%r15d, %%r15d"
      :
      :
      : "rbx", "r12", "r13", "r14", "r15", "cc");
}

}  // namespace sleave::rt

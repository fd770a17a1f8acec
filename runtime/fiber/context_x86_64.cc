#include <asm/prctl.h>
#include <sys/auxv.h>

#include "runtime/base/raw.h"
#include "runtime/fiber/context.h"

namespace sleave::rt {

namespace {
constexpr unsigned long kHasFsgsbase = 1ul << 1;  // AT_HWCAP2: wrfsbase is allowed in user mode (Linux 5.9)
constexpr std::uint64_t kControlWords =
    0x0000037f00001f80ull;  // x87 control word in the upper half, mxcsr in the lower
bool has_fsgsbase;
}  // namespace

void context_init() { has_fsgsbase = (getauxval(AT_HWCAP2) & kHasFsgsbase) != 0; }

void set_fs_base(std::uintptr_t base) {
  if (__builtin_expect(has_fsgsbase, 1)) {
    __asm__ volatile("wrfsbase %0" : : "r"(base) : "memory");
  } else {
    raw_call(__NR_arch_prctl, ARCH_SET_FS, static_cast<long>(base));
  }
}

// The frame that sleave_switch_stack pops: control words, r15, r14, r13, r12, rbx, rbp, return address.
void* prepare_context(void* top, void (*function)(void*), void* argument) {
  std::uint64_t* sp = static_cast<std::uint64_t*>(top);
  *--sp = reinterpret_cast<std::uint64_t>(&sleave_fiber_entry);
  *--sp = 0;                                          // rbp
  *--sp = 0;                                          // rbx
  *--sp = reinterpret_cast<std::uint64_t>(function);  // r12
  *--sp = reinterpret_cast<std::uint64_t>(argument);  // r13
  *--sp = 0;                                          // r14
  *--sp = 0;                                          // r15
  *--sp = kControlWords;
  return sp;
}

}  // namespace sleave::rt

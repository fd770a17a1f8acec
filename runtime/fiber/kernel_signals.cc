#include "runtime/fiber/kernel_signals.h"

#include <signal.h>
#include <string.h>

#include "runtime/base/raw.h"
#include "runtime/state/signal_sets.h"
#include "runtime/state/thread.h"

namespace sleave::rt {

namespace {
constexpr std::size_t kSignalStackBytes = 64u << 10;
}  // namespace

std::uint64_t kernel_signal_mask() {
  std::uint64_t mask = 0;
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, 0, reinterpret_cast<long>(&mask), sizeof mask);
  return mask;
}

void block_in_kernel(std::uint64_t mask) {
  const std::uint64_t bits = mask & ~kOurs;
  raw_call(__NR_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&bits), 0, sizeof bits);
}

void switch_signal_mask(const Thread& from, const Thread& to) {
  if (from.signal_mask != to.signal_mask) block_in_kernel(to.signal_mask);
}

void prepare_signal_stack() {
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_sp = raw_map(kSignalStackBytes);
  stack.ss_size = kSignalStackBytes;
  raw_call(__NR_sigaltstack, reinterpret_cast<long>(&stack), 0);
}

}  // namespace sleave::rt

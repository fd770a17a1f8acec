// What the kernel keeps for a worker apart from memory, descriptors and files, and what a run may change of it: limits,
// priority, signal actions, locked memory. A worker notes it once, and restores after a run what that run may have
// changed (base/process.h: will_change).
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <cstdint>

namespace sleave::rt {

constexpr int kLimits = RLIM_NLIMITS;
constexpr int kSignals = 64;

// As the kernel has it, not libc.
struct KernelAction {
  std::uintptr_t handler;
  unsigned long flags;
  std::uintptr_t restorer;
  std::uint64_t mask;
};

struct KernelStates {
  rlimit limits[kLimits];
  KernelAction actions[kSignals + 1];
  long priority;  // as the system call has it: 20 less the nice value
};

void note_kernel_state(KernelStates& states);

// `changed`: a bit for each KernelState. False: the kernel did not allow it.
bool put_back_kernel_state(const KernelStates& states, std::uint32_t changed);

}  // namespace sleave::rt

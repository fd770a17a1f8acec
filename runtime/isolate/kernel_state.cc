#include "runtime/isolate/kernel_state.h"

#include "runtime/base/process.h"
#include "runtime/base/raw.h"

namespace sleave::rt {

namespace {

constexpr long kSetBytes = sizeof(std::uint64_t);

bool has(std::uint32_t changed, KernelState what) { return (changed >> static_cast<unsigned>(what) & 1) != 0; }

bool put_back_limits(const KernelStates& states) {
  bool done = true;
  for (int i = 0; i < kLimits; ++i) {
    done &= raw_call(__NR_prlimit64, 0, i, reinterpret_cast<long>(&states.limits[i]), 0) == 0;
  }
  return done;
}

bool can_have_action(int number) { return number != SIGKILL && number != SIGSTOP; }

void put_back_actions(const KernelStates& states) {
  for (int number = 1; number <= kSignals; ++number) {
    if (!can_have_action(number)) continue;
    raw_call(__NR_rt_sigaction, number, reinterpret_cast<long>(&states.actions[number]), 0, kSetBytes);
  }
}

bool put_back_priority(const KernelStates& states) {
  return raw_call(__NR_setpriority, PRIO_PROCESS, 0, 20 - states.priority) == 0;
}

}  // namespace

void note_kernel_state(KernelStates& states) {
  for (int i = 0; i < kLimits; ++i) raw_call(__NR_prlimit64, 0, i, 0, reinterpret_cast<long>(&states.limits[i]));
  for (int number = 1; number <= kSignals; ++number) {
    raw_call(__NR_rt_sigaction, number, 0, reinterpret_cast<long>(&states.actions[number]), kSetBytes);
  }
  states.priority = raw_call(__NR_getpriority, PRIO_PROCESS, 0);
}

bool put_back_kernel_state(const KernelStates& states, std::uint32_t changed) {
  bool done = true;
  if (has(changed, KernelState::signal_actions)) put_back_actions(states);
  if (has(changed, KernelState::limits)) done &= put_back_limits(states);
  if (has(changed, KernelState::priority)) done &= put_back_priority(states);
  if (has(changed, KernelState::locked_memory)) raw_call(__NR_munlockall);
  return done;
}

}  // namespace sleave::rt

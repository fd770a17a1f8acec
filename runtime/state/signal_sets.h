// Sets of signals as the kernel has them: signal n is bit n - 1.
#pragma once

#include <signal.h>
#include <string.h>

#include <cstdint>

namespace sleave::rt {

constexpr int kMostSignals = 64;

constexpr std::uint64_t signal_bit(int number) { return 1ull << (number - 1); }

// Signals that nobody can block or handle.
constexpr std::uint64_t kUnblockable = signal_bit(SIGKILL) | signal_bit(SIGSTOP);

// Those that a fault of the processor raises in the thread that made it.
constexpr std::uint64_t kFaults = signal_bit(SIGSEGV) | signal_bit(SIGBUS) | signal_bit(SIGFPE) | signal_bit(SIGILL) |
                                  signal_bit(SIGTRAP) | signal_bit(SIGSYS);

// The runtime's own, which the kernel must always be able to deliver: faults, the watch on progress, the explorer's
// question.
constexpr std::uint64_t kOurs = kFaults | signal_bit(SIGABRT) | signal_bit(SIGVTALRM) | signal_bit(SIGXCPU);

inline bool valid_signal(int number) { return number >= 1 && number <= kMostSignals; }

inline std::uint64_t to_bits(const sigset_t& set) {
  std::uint64_t bits;
  memcpy(&bits, &set, sizeof bits);
  return bits;
}

inline sigset_t to_set(std::uint64_t bits) {
  sigset_t set;
  memset(&set, 0, sizeof set);
  memcpy(&set, &bits, sizeof bits);
  return set;
}

}  // namespace sleave::rt

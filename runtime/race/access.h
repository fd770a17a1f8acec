// One access in one word: who, when on that thread's own clock, and what (a number of the table in access_table.h).
#pragma once

#include <cstdint>

#include "runtime/race/clock.h"

namespace sleave::rt {

class Access {
 public:
  // 13 bits: the 8,192 slots of abi/layout.h. 27 bits: a thread that releases more often ends the run (threads.cc).
  static constexpr unsigned kWhatBits = 24;
  static constexpr unsigned kTickBits = 27;
  static constexpr Tick kMostTicks = (1u << kTickBits) - 1;

  constexpr Access() = default;
  Access(std::uint32_t thread, Tick tick, std::uint32_t what)
      : word_((static_cast<std::uint64_t>(thread) << kTickBits | tick) << kWhatBits | what) {}

  [[nodiscard]] bool none() const { return word_ == 0; }
  [[nodiscard]] std::uint32_t thread() const { return static_cast<std::uint32_t>(word_ >> (kTickBits + kWhatBits)); }
  [[nodiscard]] Tick tick() const { return static_cast<Tick>(word_ >> kWhatBits) & kMostTicks; }
  [[nodiscard]] std::uint32_t what() const { return static_cast<std::uint32_t>(word_) & ((1u << kWhatBits) - 1); }

  // By the same thread, with no release of it in between: whatever is ordered with one is ordered with the other.
  [[nodiscard]] bool same_epoch(Access other) const { return word_ >> kWhatBits == other.word_ >> kWhatBits; }

  // The same for an epoch as RaceThread keeps it.
  [[nodiscard]] bool is_of(std::uint64_t epoch) const { return word_ >> kWhatBits == epoch; }
  [[nodiscard]] static std::uint64_t epoch_of(std::uint32_t thread, Tick tick) {
    return static_cast<std::uint64_t>(thread) << kTickBits | tick;
  }
  Access(std::uint64_t epoch, std::uint32_t what) : word_(epoch << kWhatBits | what) {}

  // Whether it happens before what a thread with this clock does now. No access happens before everything.
  [[nodiscard]] bool before(const Clock& now) const { return tick() <= now[thread()]; }

 private:
  std::uint64_t word_ = 0;
};

}  // namespace sleave::rt

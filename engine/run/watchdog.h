// Watchdog: when a run stands still for too long, first ask it to say where (SIGXCPU, which the runtime turns into a
// finding with stacks), then end it. Pure: it is told the time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace sleave {

class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kGrace{2'000};

  // How long a run may stand still.
  struct Patience {
    Milliseconds busy;    // while it uses the processor
    Milliseconds asleep;  // while it does not: it waits for something that Sleave does not control

    // The runtime itself ends a loop after `hang_time` of processor time (0: never), so `busy` only has to be longer.
    // Asleep for twice that time is taken for a block: a slow disk or network answers before.
    static Patience after(Milliseconds hang_time) {
      constexpr Milliseconds kLongest{30'000};
      constexpr Milliseconds kShortest{1'000};
      if (hang_time.count() == 0) return {kLongest, kLongest};
      return {kLongest + hang_time, std::clamp(2 * hang_time, kShortest, kLongest)};
    }
  };

  Watchdog(Clock::time_point now, Patience patience) : moved_at_(now), worked_at_(now), patience_(patience) {}

  enum class Verdict { go_on, ask, end };

  // `progress` is any number that changes while the run goes on. `ask` is given once; after the grace comes `end`.
  Verdict look(Clock::time_point now, std::uint64_t progress, Milliseconds processor_time) {
    if (asked_) return now - asked_at_ >= kGrace ? Verdict::end : Verdict::go_on;
    if (progress != progress_) moved_at_ = now;
    if (progress != progress_ || processor_time != processor_time_) worked_at_ = now;
    progress_ = progress;
    processor_time_ = processor_time;
    if (now - moved_at_ < patience_.busy && now - worked_at_ < patience_.asleep) return Verdict::go_on;
    asked_ = true;
    asked_at_ = now;
    return Verdict::ask;
  }

 private:
  Clock::time_point moved_at_;
  Clock::time_point worked_at_;
  Clock::time_point asked_at_{};
  Patience patience_;
  std::uint64_t progress_ = 0;
  Milliseconds processor_time_{};
  bool asked_ = false;
};

}  // namespace sleave

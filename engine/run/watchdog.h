// Watchdog: when a run stands still for too long, first ask it to say where (SIGXCPU, which the runtime turns into a
// finding with stacks), then end it. Pure: it is told the time.
#pragma once

#include <chrono>
#include <cstdint>

namespace sleave {

class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kDefaultPatience{30'000};  // above the program's own hang time
  static constexpr std::chrono::milliseconds kGrace{2'000};

  Watchdog(Clock::time_point now, std::chrono::milliseconds patience) : moved_at_(now), patience_(patience) {}

  enum class Verdict { go_on, ask, end };

  // `progress` is any number that changes while the run goes on. `ask` is given once; after the grace comes `end`.
  Verdict look(Clock::time_point now, std::uint64_t progress) {
    if (asked_) return now - asked_at_ >= kGrace ? Verdict::end : Verdict::go_on;
    if (progress != progress_) {
      progress_ = progress;
      moved_at_ = now;
    }
    if (now - moved_at_ < patience_) return Verdict::go_on;
    asked_ = true;
    asked_at_ = now;
    return Verdict::ask;
  }

 private:
  Clock::time_point moved_at_;
  Clock::time_point asked_at_{};
  std::chrono::milliseconds patience_;
  std::uint64_t progress_ = 0;
  bool asked_ = false;
};

}  // namespace sleave

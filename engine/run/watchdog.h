// Watchdog: when a run makes no progress for too long, it first requests a report of where it hangs (SIGXCPU, which the
// runtime turns into a finding with stacks), then ends it. Pure: the caller passes the time, about ten times a second.
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

  // How long a run may stall.
  struct Patience {
    Milliseconds busy;    // with work and short sleeps; time in which it waits for a processor does not count
    Milliseconds asleep;  // without any work: it waits for something that Sleave does not control

    // The runtime itself ends a loop after `hang_time` of processor time (0: never), so `busy` only has to be longer.
    // Asleep for twice that time is taken for a block: a slow disk or network answers before.
    static Patience after(Milliseconds hang_time) {
      constexpr Milliseconds kLongest{30'000};
      constexpr Milliseconds kShortest{1'000};
      if (hang_time.count() == 0) return {kLongest, kLongest};
      return {kLongest + hang_time, std::clamp(2 * hang_time, kShortest, kLongest)};
    }
  };

  // The state of the run at one moment.
  struct Observation {
    std::uint64_t progress = 0;     // any number that changes as long as the run makes progress
    Milliseconds processor_time{};  // so far
    bool asleep = false;            // no thread of it runs or waits for a processor; checked only if it is_stalled()
    bool stopped = false;           // it cannot answer: it was stopped, or it has ended
  };

  Watchdog(Clock::time_point now, Patience patience) : observed_at_(now), patience_(patience) {}

  enum class Verdict { go_on, ask, end };

  // Whether the run has made no progress since the last observation.
  [[nodiscard]] bool is_stalled(const Observation& observation) const { return observation.progress == last_.progress; }

  // `ask` is returned once, and only for a run that can answer; after kGrace comes `end`.
  Verdict observe(Clock::time_point now, const Observation& observation) {
    const Milliseconds step = step_to(now);
    const Milliseconds worked = std::clamp(observation.processor_time - last_.processor_time, Milliseconds{}, step);
    const Milliseconds counts = observation.asleep ? step : worked;
    const bool moved = !is_stalled(observation);
    last_ = observation;
    if (asked_) {
      still_ += counts;
      return still_ >= kGrace ? Verdict::end : Verdict::go_on;
    }
    still_ = moved ? Milliseconds{} : still_ + counts;
    idle_ = observation.asleep && worked.count() == 0 ? idle_ + step : Milliseconds{};
    if (still_ < patience_.busy && idle_ < patience_.asleep) return Verdict::go_on;
    if (observation.stopped) return Verdict::end;
    asked_ = true;
    still_ = {};
    return Verdict::ask;
  }

  // After `ask` or `end`: whether the run was asleep; otherwise it was busy.
  [[nodiscard]] bool timed_out_asleep() const { return idle_ >= patience_.asleep; }

 private:
  // The whole machine may have been suspended between two observations: the run had no chance to progress, and only a
  // part counts.
  Milliseconds step_to(Clock::time_point now) {
    constexpr Milliseconds kLongestStep{200};
    const auto step = std::chrono::duration_cast<Milliseconds>(now - observed_at_);
    observed_at_ = now;
    return std::min(step, kLongestStep);
  }

  Clock::time_point observed_at_;
  Patience patience_;
  Observation last_{};
  Milliseconds still_{};  // worked or slept without progress; after the question, without an end
  Milliseconds idle_{};   // slept without work
  bool asked_ = false;
};

}  // namespace sleave

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

  // How long a run may stand still.
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

  // What a look at the run shows.
  struct Sight {
    std::uint64_t progress = 0;     // any number that changes as long as the run makes progress
    Milliseconds processor_time{};  // so far
    bool asleep = false;            // no thread of it runs or waits for a processor; asked only if it stands_still()
    bool stopped = false;           // it cannot answer: it was stopped, or it has ended
  };

  Watchdog(Clock::time_point now, Patience patience) : looked_at_(now), patience_(patience) {}

  enum class Verdict { go_on, ask, end };

  // Whether the run has made no progress since the last look.
  [[nodiscard]] bool stands_still(const Sight& sight) const { return sight.progress == last_.progress; }

  // `ask` is given once, and only to a run that can answer; after the grace comes `end`.
  Verdict look(Clock::time_point now, const Sight& sight) {
    const Milliseconds step = step_to(now);
    const Milliseconds worked = std::clamp(sight.processor_time - last_.processor_time, Milliseconds{}, step);
    const Milliseconds counts = sight.asleep ? step : worked;
    const bool moved = !stands_still(sight);
    last_ = sight;
    if (asked_) {
      still_ += counts;
      return still_ >= kGrace ? Verdict::end : Verdict::go_on;
    }
    still_ = moved ? Milliseconds{} : still_ + counts;
    idle_ = sight.asleep && worked.count() == 0 ? idle_ + step : Milliseconds{};
    if (still_ < patience_.busy && idle_ < patience_.asleep) return Verdict::go_on;
    if (sight.stopped) return Verdict::end;
    asked_ = true;
    still_ = {};
    return Verdict::ask;
  }

  // Why it asked, or ended without asking: the run slept. Otherwise it was busy.
  [[nodiscard]] bool lost_patience_asleep() const { return idle_ >= patience_.asleep; }

 private:
  // The whole machine may have stood still between two looks: then the run had no chance to move, and only a part
  // counts.
  Milliseconds step_to(Clock::time_point now) {
    constexpr Milliseconds kLongestStep{200};
    const auto step = std::chrono::duration_cast<Milliseconds>(now - looked_at_);
    looked_at_ = now;
    return std::min(step, kLongestStep);
  }

  Clock::time_point looked_at_;
  Patience patience_;
  Sight last_{};
  Milliseconds still_{};  // worked or slept without progress; after the question, without an end
  Milliseconds idle_{};   // slept without work
  bool asked_ = false;
};

}  // namespace sleave

// Watchdog: when a run stands still for too long, first ask it to say where (SIGXCPU, which the runtime turns into a
// finding with stacks), then end it. Pure: it is told the time, which it must be about ten times a second.
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

  // What a look at the run shows.
  struct Sight {
    std::uint64_t progress;       // any number that changes while the run goes on
    Milliseconds processor_time;  // so far
    bool asleep = false;          // no thread of it runs or waits for a processor; asked only if it does not work()
    bool stopped = false;         // it cannot answer: somebody stopped it, or it has ended
  };

  Watchdog(Clock::time_point now, Patience patience) : looked_at_(now), patience_(patience) {}

  enum class Verdict { go_on, ask, end };

  // Whether the run has gone on or used the processor since the last look.
  [[nodiscard]] bool works(const Sight& sight) const {
    return sight.progress != last_.progress || sight.processor_time != last_.processor_time;
  }

  // `ask` is given once, and only to a run that can answer; after the grace comes `end`.
  Verdict look(Clock::time_point now, const Sight& sight) {
    const Milliseconds step = step_to(now);
    if (asked_) {
      still_ += step;
      return still_ >= kGrace ? Verdict::end : Verdict::go_on;
    }
    const bool moved = sight.progress != last_.progress;
    const bool worked = !sight.asleep || works(sight);
    last_ = sight;
    still_ = moved ? Milliseconds{} : still_ + step;
    idle_ = worked ? Milliseconds{} : idle_ + step;
    if (still_ < patience_.busy && idle_ < patience_.asleep) return Verdict::go_on;
    if (sight.stopped) return Verdict::end;
    asked_ = true;
    still_ = {};
    return Verdict::ask;
  }

  // Why it asked, or ended without asking: the run slept. Otherwise it was busy, however little of the processor it
  // got.
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
  Milliseconds still_{};  // without progress; after the question, without an end
  Milliseconds idle_{};   // without progress and without work
  bool asked_ = false;
};

}  // namespace sleave

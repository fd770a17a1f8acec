// CampaignTime: how long a campaign has searched, with its earlier sessions, and how much of --time is left.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace sleave {

class CampaignTime {
 public:
  using Clock = std::chrono::steady_clock;

  // 0: there is no limit.
  explicit CampaignTime(std::chrono::milliseconds limit) : limit_(std::chrono::duration<double>(limit).count()) {}

  void begin() { begin_ = Clock::now(); }
  void resume(double earlier_seconds) { earlier_ = earlier_seconds; }

  [[nodiscard]] double seconds() const {
    return earlier_ + std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  [[nodiscard]] bool is_limited() const { return limit_ != 0; }
  [[nodiscard]] double limit() const { return limit_; }
  [[nodiscard]] double left() const { return limit_ - seconds(); }
  [[nodiscard]] bool is_over() const { return is_limited() && left() <= 0; }

  // Whether only the reserve is left. `refines_races`: some are to be minimized when the search has ended.
  [[nodiscard]] bool search_is_over(bool refines_races) const {
    return is_limited() && left() <= reserve(refines_races);
  }

  // When a run that is under way has to end.
  [[nodiscard]] Clock::time_point end() const {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::max(left(), 0.0)));
  }

  // `runs` of them took so long.
  void ran(std::size_t runs, Clock::duration took) {
    slowest_run_ = std::max(slowest_run_, std::chrono::duration<double>(took).count() / static_cast<double>(runs));
  }

 private:
  // For the last run, which takes several more to confirm that it failed, and to refine data races.
  [[nodiscard]] double reserve(bool refines_races) const {
    constexpr double kRunsToConfirm = 4;
    constexpr double kMostOfAll = 0.1;
    const double most = kMostOfAll * limit_;
    return refines_races ? most : std::min(kRunsToConfirm * slowest_run_, most);
  }

  double limit_;
  double earlier_ = 0;
  Clock::time_point begin_ = Clock::now();
  double slowest_run_ = 0;  // seconds
};

}  // namespace sleave

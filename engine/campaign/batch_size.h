// BatchSize: how many runs to request from a runner at once: as many as take some ten milliseconds. A round trip to the
// target costs tens of microseconds, which is then negligible, and an interrupt or a time limit still acts quickly. The
// result of a batch does not depend on its size, so a bad guess costs nothing.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace sleave {

class BatchSize {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::size_t runs() const { return runs_; }

  // `useful` runs of a batch were used, and the whole batch took `took`. If it ended early, the next one may, too.
  void learn(std::size_t useful, Clock::duration took) {
    const auto each = std::max(took / static_cast<Clock::rep>(std::max<std::size_t>(useful, 1)), Clock::duration(1));
    const auto fitting = static_cast<std::size_t>(kWhole / each);
    runs_ = std::clamp<std::size_t>(std::min(fitting, 2 * useful), 1, kMost);
  }

 private:
  static constexpr Clock::duration kWhole = std::chrono::milliseconds(10);
  static constexpr std::size_t kMost = 1024;

  std::size_t runs_ = 1;
};

}  // namespace sleave

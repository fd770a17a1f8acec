// RefineTime: the time in which one finding is minimized and explained.
//
// It is half of the time that the campaign has left when the work begins, so that a campaign stays within its limit and
// each of several findings gets some. Minimizing takes at most half of it; the explanation gets the rest. A run that
// has begun is finished: only a program whose single runs are slow exceeds the limit.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "engine/campaign/refine/refiner.h"

namespace sleave {

// What happens to a finding at the moment.
struct RefineStep {
  enum class Kind { minimizing, explaining };
  Kind kind = Kind::minimizing;
  int finding = 0;             // its id
  std::uint64_t switches = 0;  // of the shortest run so far
  std::uint64_t runs = 0;      // made for this step
};

class RefineTime final : public RefinerWatch {
 public:
  using SecondsLeft = std::function<double()>;
  using Report = std::function<void(const RefineStep&)>;

  // `left` counts down to the end of the campaign; empty: there is none.
  RefineTime(int finding, std::uint64_t switches, SecondsLeft left, Report report)
      : left_(std::move(left)), report_(std::move(report)), step_{.finding = finding, .switches = switches} {
    const double now = left_ ? left_() : 0;
    end_of_minimizing_ = now * (1 - kShare / 2);
    end_ = now * (1 - kShare);
    notify();
  }

  void begin_explaining() {
    step_.kind = RefineStep::Kind::explaining;
    step_.runs = 0;
    notify();
  }

  [[nodiscard]] bool is_over() const override {
    if (!left_) return false;
    return left_() <= (step_.kind == RefineStep::Kind::minimizing ? end_of_minimizing_ : end_);
  }
  void shortened(std::uint64_t switches) override {
    step_.switches = switches;
    notify();
  }
  void ran() override {
    ++step_.runs;
    notify();
  }

 private:
  static constexpr double kShare = 0.5;

  void notify() const {
    if (report_) report_(step_);
  }

  SecondsLeft left_;
  Report report_;
  RefineStep step_;
  double end_of_minimizing_ = 0;  // seconds that the campaign has left then
  double end_ = 0;
};

}  // namespace sleave

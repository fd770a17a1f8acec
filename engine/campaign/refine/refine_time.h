// RefineTime: the time in which one finding is minimized and explained.
//
// RefineShare divides the campaign's time. Where the search continues, all findings together get half of it, each of
// them half of what is left of that half: the search keeps the other half, and each of several findings gets some. A
// finding that ends the search gets nearly all that is left. Minimizing takes at most half of a finding's time; the
// explanation gets the rest. A run that is under way at the end is cut short.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
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

class RefineShare {
 public:
  // `seconds`: of the campaign.
  explicit RefineShare(double seconds) : left_(seconds / 2) {}

  // Seconds for the next finding, when the campaign has `left` of them.
  [[nodiscard]] double next(double left, bool ends_search) const {
    return ends_search ? left * kLast : std::min(left_, left) / 2;
  }
  void spend(double seconds) { left_ = std::max(left_ - seconds, 0.0); }

 private:
  static constexpr double kLast = 0.9;  // the rest is for saving and reporting

  double left_;  // of the findings' half
};

class RefineTime final : public RefinerWatch {
 public:
  using SecondsLeft = std::function<double()>;
  using Report = std::function<void(const RefineStep&)>;

  // `left` counts down to the end of the campaign; empty: there is none. `most`: seconds that this finding may take.
  RefineTime(int finding, std::uint64_t switches, SecondsLeft left, double most, Report report)
      : left_(std::move(left)), report_(std::move(report)), step_{.finding = finding, .switches = switches} {
    began_ = left_ ? left_() : 0;
    const double share = std::clamp(most, 0.0, std::max(began_, 0.0));
    end_of_minimizing_ = began_ - share / 2;
    end_ = began_ - share;
    notify();
  }

  void begin_explaining() {
    step_.kind = RefineStep::Kind::explaining;
    step_.runs = 0;
    notify();
  }

  [[nodiscard]] bool is_over() const override { return left_ && left_() <= end_of_step(); }

  // When the present step has to end.
  [[nodiscard]] Runner::Deadline deadline() const { return deadline_at(end_of_step()); }
  // When all steps have to.
  [[nodiscard]] Runner::Deadline last_deadline() const { return deadline_at(end_); }

  // Seconds so far; 0 without a limit.
  [[nodiscard]] double spent() const { return left_ ? began_ - left_() : 0; }

  void shortened(std::uint64_t switches) override {
    step_.switches = switches;
    notify();
  }
  void ran() override {
    ++step_.runs;
    notify();
  }

 private:
  [[nodiscard]] double end_of_step() const {
    return step_.kind == RefineStep::Kind::minimizing ? end_of_minimizing_ : end_;
  }

  [[nodiscard]] Runner::Deadline deadline_at(double end) const {
    if (!left_) return std::nullopt;
    const std::chrono::duration<double> wait(std::max(left_() - end, 0.0));
    return std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::milliseconds>(wait);
  }

  void notify() const {
    if (report_) report_(step_);
  }

  SecondsLeft left_;
  Report report_;
  RefineStep step_;
  double began_ = 0;              // seconds that the campaign had left then,
  double end_of_minimizing_ = 0;  // and has left then
  double end_ = 0;
};

}  // namespace sleave

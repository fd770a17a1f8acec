// affect: runs only interleavings that change a branch, a lock's identity or an address; engine/strategy/affect/
// enumerates the others in a model. A finished search is complete for branches and data races, not for values.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "engine/strategy/affect/affect_report.h"
#include "engine/strategy/affect/walk.h"
#include "engine/strategy/forest/followed_runs.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class AffectStrategy final : public Strategy {
 public:
  explicit AffectStrategy(const ChoiceSet& choices)
      : Strategy({.supports_concurrent_next = false, .chooses_sites = false, .resumes = false}), runs_(choices) {
    begin();
  }

  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override { return {.has_runs_in_flight = !under_way_.empty()}; }
  [[nodiscard]] StrategyReport report() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  void begin();
  void look_around();
  [[nodiscard]] bool is_answered(const affect::Goal& goal) const;
  bool note_failure(const FollowedRuns::Shown& shown, const std::vector<affect::NodeId>& nodes, const Trace& trace);
  void settle(const affect::Goal& goal, const std::vector<affect::NodeId>& shown, const Trace& trace, bool new_failure);
  void count_orders(const Trace& trace);

  FollowedRuns runs_;
  std::unique_ptr<affect::Known> known_;
  std::deque<affect::Goal> goals_;
  std::map<std::uint64_t, affect::Goal> under_way_;  // by number
  std::set<std::uint64_t> settled_;                  // races and deadlocks, by key
  std::uint64_t given_out_ = 0;
  bool begun_ = false;
  bool cut_short_ = false;
  bool contradicts_ = false;
  std::uint64_t strayed_ = 0;
  AffectReport report_;
};

}  // namespace sleave

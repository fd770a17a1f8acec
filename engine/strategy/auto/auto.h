// auto: runs the strategies that find failures, and those that prove their absence, under one budget.
// docs/internals/auto.md.
//
// Its members take turns with equal shares of the cost of runs and analysis (run_cost.h). Cost is counted, not measured
// by the clock, so that the same seed makes the same runs. With n members auto takes at most n times as long as the
// best of them would take alone, plus the length of a turn. (One member may have half a share after a while, where
// inputs add another member: full_share.) A member without work leaves its share to the others. If dpor completes
// without gaps, there is nothing left to find; if it left out choices that sampling takes (a reused address, a spurious
// wake-up), the others continue for as long again. If C++20's memory model allows more than the executions that dpor
// has run, dpor continues with these for up to ten times as long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/strategy/strategy.h"

namespace sleave {

class AutoStrategy final : public Strategy {
 public:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  struct Member {
    std::unique_ptr<Strategy> strategy;
    std::uint64_t handicap = 0;                        // what the others may spend before it begins,
    std::optional<std::uint64_t> waits_for_runs = {};  // unless they made this many runs for less
    bool needs_inputs = false;                         // of no use for a program that has none
    std::uint64_t full_share = kAll;  // what it spends beyond this counts twice, if there are inputs and so one more
  };

  // The first one begins. At most one of them is exhaustive, and has its work in pieces.
  explicit AutoStrategy(std::vector<Member> members);

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void study(const Plan& plan, const Trace& trace) override;
  void done(const Plan& plan, const Trace& trace) override;
  void observe_foreign_run(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override;
  // Once it is known that the search is complete, or why it cannot be: until then the campaign samples.
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override;
  [[nodiscard]] StrategyReport report() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;
  [[nodiscard]] StoredWork* work() override { return exhaustive_ == nullptr ? nullptr : exhaustive_->work(); }

 private:
  struct Seat {
    Member member;
    std::uint64_t runs = 0;
    std::uint64_t cost = 0;  // of them
    bool idle = false;       // had nothing to do when it was asked last
    std::uint64_t full_share = kAll;
    [[nodiscard]] std::uint64_t spent() const {
      const std::uint64_t all = member.handicap + cost + member.strategy->progress().analysis_cost;
      return all + (all > full_share ? all - full_share : 0);
    }
  };

  [[nodiscard]] bool has_searched_all() const;
  [[nodiscard]] bool is_over(const Exhaustion& space);
  [[nodiscard]] std::uint64_t analysis_cost() const;
  [[nodiscard]] std::uint64_t spent() const;
  [[nodiscard]] bool takes_part(const Seat& seat) const { return has_inputs_ || !seat.member.needs_inputs; }
  void look_for_inputs(const Trace& trace);
  void take_inputs();
  void end_waiting();
  void give_turn_to_audit(std::uint64_t runs);
  void choose();
  [[nodiscard]] bool has_thought_something_out();
  [[nodiscard]] std::optional<Plan> next_of(std::size_t index);
  [[nodiscard]] std::optional<std::size_t> owner_of(const Plan& plan) const;
  void forget(const Plan& plan);

  std::vector<Seat> seats_;
  Strategy* exhaustive_ = nullptr;  // one of them
  Strategy* solving_ = nullptr;     // likewise, if any
  bool has_inputs_ = false;
  std::uint64_t runs_ = 0;                   // of all
  std::size_t turn_ = 0;                     // whose it is
  std::uint64_t left_ = 0;                   // runs of it, if they cost what those before did,
  std::uint64_t until_ = 0;                  // and what its member may have spent in any case
  std::uint64_t begun_ = 0;                  // what it had spent when its turn began,
  std::uint64_t analysis_ = 0;               // and its analysis
  std::optional<std::size_t> ready_;         // the turn is over except for this many runs
  std::optional<std::uint64_t> end_;         // what all together may have spent, once the search has come to its end,
  std::optional<std::uint64_t> beyond_end_;  // or its first part, under sequential consistency

  mutable std::mutex mutex_;                             // study() is called by several threads
  std::multimap<std::uint64_t, std::size_t> under_way_;  // whose plan it is, by plan_key()
};

}  // namespace sleave

// The branches of one run, for the graph: conditions are expressions, outcomes are values of path constraints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/inputs/solving.h"
#include "engine/model/branches.h"
#include "engine/model/gaps/gap.h"
#include "engine/model/step.h"
#include "engine/trace/plan.h"

namespace sleave {

class RunBranches final : public graph::Branches {
 public:
  // All of them outlive this.
  RunBranches(Solving& solving, const expr::Path& path, const Plan& plan, const Trace& trace)
      : solving_(solving), path_(path), plan_(plan), trace_(trace) {}

  bool possible(std::span<const std::uint32_t> holding, std::uint32_t wanted) override;
  std::vector<graph::Turned> turned(std::span<const std::uint32_t> holding, std::uint32_t branch) override;

  // A path constraint of the path, of the graph's thread `thread`.
  [[nodiscard]] graph::Step step_of(std::uint32_t number, std::uint32_t thread) const;

  [[nodiscard]] std::size_t size() const { return path_.path_constraints.size(); }
  [[nodiscard]] const expr::PathConstraint& path_constraint(std::uint32_t number) const {
    return path_.path_constraints[number];
  }

  // Why branch outcomes may be missing, in words that follow "not complete: ".
  [[nodiscard]] const Gaps& gaps() const { return gaps_; }
  // Whether an assumption that ended the run holds for no input with what else the graph has.
  [[nodiscard]] bool excluded_for_ever() const { return excluded_for_ever_; }

 private:
  Solving& solving_;
  const expr::Path& path_;
  const Plan& plan_;
  const Trace& trace_;
  Gaps gaps_;
  bool excluded_for_ever_ = false;
};

}  // namespace sleave

// A program with one input, as a function from a plan to the trace that its run would leave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/expr/traced_test.h"
#include "engine/trace/plan.h"

namespace sleave {

class InputCourse {
 public:
  static constexpr std::uint64_t kName = 77;

  explicit InputCourse(const Plan& plan, std::size_t bytes = 4) {
    std::vector<std::uint8_t> values(bytes);
    for (const Plan::Input& input : plan.inputs) {
      if (input.name != kName) continue;
      for (std::size_t i = 0; i < bytes && i < input.bytes.size(); ++i)
        values[i] = std::to_integer<std::uint8_t>(input.bytes[i]);
    }
    bytes_ = traced.input(kName, "n", values);
  }

  // The whole input as one word, the first byte the lowest.
  std::uint32_t word() {
    std::uint32_t word = bytes_[0];
    for (std::size_t i = 1; i < bytes_.size(); ++i) {
      word = traced.make(expr::Op::concat, static_cast<unsigned>(8 * i + 8), {bytes_[i], word, 0});
    }
    return word;
  }
  [[nodiscard]] std::uint32_t byte(std::size_t i) const { return bytes_[i]; }
  std::uint32_t constant(unsigned width, std::uint64_t value) { return traced.constant(width, value); }

  bool branch(std::uint32_t condition, std::uint64_t site,
              sleave_path_constraint_kind kind = SLEAVE_PATH_CONSTRAINT_branch) {
    traced.path_constraint(condition, kind, 0, site);
    return traced.value(condition) != 0;
  }

  void fail() { traced.trace.header.outcome = SLEAVE_OUTCOME_failed; }
  // Ends the run unless it holds.
  bool assume(std::uint32_t condition, std::uint64_t site) {
    const bool holds = traced.value(condition) != 0;
    traced.path_constraint(condition, holds ? SLEAVE_PATH_CONSTRAINT_assumption : SLEAVE_PATH_CONSTRAINT_violation, 0,
                           site);
    if (!holds) traced.trace.header.outcome = SLEAVE_OUTCOME_excluded;
    return holds;
  }

  expr::Traced traced;

 private:
  std::vector<std::uint32_t> bytes_;
};

}  // namespace sleave

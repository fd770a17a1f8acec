// Distance: how far path constraints are from holding, for 32 inputs at once.
//
// 0 exactly where all hold. Of a comparison it is the usual measure of search-based testing: |a - b| for a == b, the
// short way around, a - b + 1 for a < b, the least of alternatives, the sum of what must hold together. Each is scaled
// to its magnitude and 20 more bits, so that a far one does not hide what happens to a near one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/expr/batch/batch.h"

namespace sleave::solve {

class Distance {
 public:
  // None if a word has no lanes (engine/expr/batch/lanes.h).
  static std::optional<Distance> compile(const expr::Pool& pool, std::span<const expr::Expr> path_constraints);

  // Set its bytes, then measure().
  [[nodiscard]] expr::Batch& batch() { return batch_; }
  void measure();
  // From here on the path constraint counts twice as much in the sum.
  void double_weight(std::size_t path_constraint);
  [[nodiscard]] std::size_t path_constraints() const { return roots_.size(); }
  // After measure(): of all together, and of each.
  [[nodiscard]] const expr::Lanes& sum() const { return sum_; }
  [[nodiscard]] const expr::Lanes& of(std::size_t path_constraint) const { return values_[roots_[path_constraint]]; }
  // In one measure(), on words.
  [[nodiscard]] std::size_t operations() const { return batch_.operations() + steps_.size(); }

 private:
  enum class Kind : std::uint8_t { is_true, is_false, equal, different, below, at_least, both, either };
  struct Step {
    Kind kind;
    std::uint64_t sign;       // what moves signed order to unsigned order
    std::uint64_t most;       // the largest value of the words
    expr::Expr operands[2];   // words
    std::uint32_t places[2];  // or earlier steps
  };

  explicit Distance(expr::Batch batch) : batch_(std::move(batch)) {}
  std::uint32_t add(const expr::Pool& pool, expr::Expr condition, bool holds, unsigned depth);
  std::uint32_t add(const Step& step);
  void take(const Step& step, expr::Lanes& result) const;

  expr::Batch batch_;
  std::vector<Step> steps_;
  std::vector<expr::Lanes> values_;
  std::vector<std::uint32_t> roots_;
  std::vector<std::uint64_t> weights_;
  expr::Lanes sum_;
};

}  // namespace sleave::solve

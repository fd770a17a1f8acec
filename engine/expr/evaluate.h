// Evaluation: values of expressions for one input. What was computed is kept, so that expressions which share parts
// cost what is new in them. A byte beyond the end of the input is 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expr/pool.h"

namespace sleave::expr {

class Evaluation {
 public:
  explicit Evaluation(const Pool& pool) : pool_(&pool) {}

  // From here on the input is `bytes`, which must stay there.
  void set_input(std::span<const std::uint8_t> bytes);
  Word value(Expr e);
  bool holds(Expr path_constraint) { return value(path_constraint) != 0; }

 private:
  [[nodiscard]] bool done(Expr e) const { return stamps_[e.number] == stamp_; }
  // Puts operands that have no value yet on the stack; false if there are none.
  bool wants_operands(const Node& node);
  [[nodiscard]] Word computed(const Node& node) const;

  const Pool* pool_;
  std::span<const std::uint8_t> input_;
  std::vector<Word> values_;
  std::vector<std::uint64_t> stamps_;  // for which input a value was computed
  std::uint64_t stamp_ = 1;
  std::vector<Expr> stack_;
};

}  // namespace sleave::expr

#include "engine/expr/evaluate.h"

namespace sleave::expr {

void Evaluation::set_input(std::span<const std::uint8_t> bytes) {
  input_ = bytes;
  ++stamp_;
}

bool Evaluation::wants_operands(const Node& node) {
  const std::size_t before = stack_.size();
  for (unsigned i = 0; i < operands_of(node.op); ++i) {
    if (!done(node.operands[i])) stack_.push_back(node.operands[i]);
  }
  return stack_.size() > before;
}

Word Evaluation::computed(const Node& node) const {
  if (node.op == Op::constant) return node.value;
  if (node.op == Op::input) return node.detail < input_.size() ? input_[node.detail] : 0;
  const auto operand = [&](unsigned i) { return i < operands_of(node.op) ? values_[node.operands[i].number] : 0; };
  return apply(node.op, pool_->shape(node), operand(0), operand(1), operand(2));
}

// With a stack of its own: expressions can be deeper than ours.
Word Evaluation::value(Expr e) {
  if (values_.size() < pool_->size()) {
    values_.resize(pool_->size());
    stamps_.resize(pool_->size());
  }
  stack_.push_back(e);
  while (!stack_.empty()) {
    const Expr next = stack_.back();
    const Node& node = pool_->node(next);
    if (!done(next)) {
      if (wants_operands(node)) continue;
      values_[next.number] = computed(node);
      stamps_[next.number] = stamp_;
    }
    stack_.pop_back();
  }
  return values_[e.number];
}

}  // namespace sleave::expr

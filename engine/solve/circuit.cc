#include "engine/solve/circuit.h"

#include <bit>

namespace sleave::solve {
namespace {

using expr::Op;

// Steps of a shift by any amount.
std::uint64_t stages(unsigned width) { return std::bit_width(width); }

std::uint64_t ones_in(expr::Word word) {
  return static_cast<std::uint64_t>(std::popcount(static_cast<std::uint64_t>(word))) +
         static_cast<std::uint64_t>(std::popcount(static_cast<std::uint64_t>(word >> 64)));
}

}  // namespace

std::uint64_t Circuit::gates_of(const expr::Node& node) const {
  const std::uint64_t width = pool_->shape(node).operand_width;
  switch (node.op) {
    case Op::constant:
    case Op::input:
    case Op::extract:
    case Op::sign_extend:
    case Op::concat:
      return 0;
    case Op::mul:  // a sum of what each bit of the right operand adds
      return pool_->is_constant(node.operands[1]) ? width * ones_in(pool_->node(node.operands[1]).value)
                                                  : width * width / 2;
    case Op::udiv:
    case Op::urem:
      return 2 * width * width;
    case Op::sdiv:
    case Op::srem:
      return 2 * width * width + 3 * width;
    case Op::shl:
    case Op::lshr:
    case Op::ashr:
      return pool_->is_constant(node.operands[1]) ? 0 : width * stages(node.width);
    case Op::float_mul:
      return width * width;
    case Op::float_div:
    case Op::float_sqrt:
      return 3 * width * width;
    default:
      return is_floating(node.op) ? 20 * width : width;
  }
}

void Circuit::add(expr::Expr path_constraint) {
  if (stamps_.size() < pool_->size()) stamps_.resize(pool_->size());
  stack_.push_back(path_constraint);
  while (!stack_.empty()) {
    const expr::Expr next = stack_.back();
    stack_.pop_back();
    if (stamps_[next.number] == stamp_) continue;
    stamps_[next.number] = stamp_;
    const expr::Node& node = pool_->node(next);
    gates_ += gates_of(node);
    for (unsigned i = 0; i < operands_of(node.op); ++i) stack_.push_back(node.operands[i]);
  }
}

void Circuit::clear() {
  gates_ = 0;
  ++stamp_;
}

}  // namespace sleave::solve

#include "engine/expr/batch/batch.h"

namespace sleave::expr {

std::optional<Batch> Batch::compile(const Pool& pool, std::span<const Expr> expressions) {
  Batch batch;
  for (const Expr e : expressions) {
    if (!batch.add(pool, e)) return std::nullopt;
  }
  return batch;
}

// With a stack of its own: expressions can be deeper than ours.
bool Batch::add(const Pool& pool, Expr e) {
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr next = stack.back();
    const Node& node = pool.node(next);
    if (places_.contains(next.number)) {
      stack.pop_back();
      continue;
    }
    if (node.width > kMostLaneBits) return false;
    const std::size_t before = stack.size();
    for (unsigned i = 0; i < operands_of(node.op); ++i) {
      if (!places_.contains(node.operands[i].number)) stack.push_back(node.operands[i]);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    const auto place = static_cast<std::uint32_t>(lanes_.size());
    fill(lanes_.emplace_back(), node.op == Op::constant ? static_cast<std::uint64_t>(node.value) : 0);
    places_[next.number] = place;
    if (node.op == Op::input) {
      bytes_.push_back(node.detail);
      byte_places_.push_back(place);
    } else if (node.op != Op::constant) {
      Operation operation{.op = node.op,
                          .function = lane_function(node.op),
                          .shape = pool.shape(node),
                          .operands = {},
                          .result = place};
      for (unsigned i = 0; i < operands_of(node.op); ++i) operation.operands[i] = places_.at(node.operands[i].number);
      operations_.push_back(operation);
    }
  }
  return true;
}

void Batch::run() {
  for (const Operation& operation : operations_) {
    const Lanes& a = lanes_[operation.operands[0]];
    const Lanes& b = lanes_[operation.operands[1]];
    const Lanes& c = lanes_[operation.operands[2]];
    if (operation.function != nullptr) {
      operation.function(operation.shape, a, b, c, lanes_[operation.result]);
    } else {
      apply_to_lanes(operation.op, operation.shape, a, b, c, lanes_[operation.result]);
    }
  }
}

}  // namespace sleave::expr

#include "engine/solve/backends/floating_parts.h"

#include <algorithm>

namespace sleave::solve {

bool FloatingParts::any(std::span<const expr::Expr> path_constraints) {
  for (auto number = static_cast<std::uint32_t>(has_.size()); number < pool_->size(); ++number) {
    const expr::Node& node = pool_->node({number});
    bool has = is_floating(node.op);
    for (unsigned i = 0; i < operands_of(node.op); ++i) has = has || has_[node.operands[i].number];
    has_.push_back(has);
  }
  return std::any_of(path_constraints.begin(), path_constraints.end(),
                     [&](expr::Expr path_constraint) { return has_[path_constraint.number]; });
}

}  // namespace sleave::solve

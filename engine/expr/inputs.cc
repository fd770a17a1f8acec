#include "engine/expr/inputs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sleave::expr {

Inputs::Inputs(const Pool& pool) : pool_(&pool) { number_of({}); }

std::uint32_t Inputs::number_of(Set set) {
  const auto [place, is_new] = numbers_.try_emplace(std::move(set), static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back(&place->first);
  return place->second;
}

std::uint32_t Inputs::together(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  Set both;
  std::set_union(sets_[a]->begin(), sets_[a]->end(), sets_[b]->begin(), sets_[b]->end(), std::back_inserter(both));
  return number_of(std::move(both));
}

// In order of numbers, in which operands come first.
const Inputs::Set& Inputs::of(Expr e) {
  for (auto next = static_cast<std::uint32_t>(of_.size()); next <= e.number; ++next) {
    const Node& node = pool_->node({next});
    std::uint32_t set = node.op == Op::input ? number_of({node.detail}) : 0;
    for (unsigned i = 0; i < operands_of(node.op); ++i) set = together(set, of_[node.operands[i].number]);
    of_.push_back(set);
  }
  return *sets_[of_[e.number]];
}

}  // namespace sleave::expr

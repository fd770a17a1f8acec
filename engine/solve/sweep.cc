#include "engine/solve/sweep.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace sleave::solve {

using expr::Expr;
using expr::Op;

Sweep::Sweep(const expr::Pool& pool, expr::Inputs& inputs, std::span<const Byte> bytes,
             std::span<const Expr> path_constraints)
    : pool_(pool), inputs_(inputs) {
  order(bytes, path_constraints);
  compile(path_constraints);
}

// First the bytes of the path constraint with the fewest combinations, and of these first those with the fewest values:
// what fails shall fail early.
void Sweep::order(std::span<const Byte> bytes, std::span<const Expr> path_constraints) {
  std::unordered_map<std::uint32_t, const Byte*> known;
  for (const Byte& byte : bytes) known[byte.number] = &byte;
  std::vector<std::pair<double, std::size_t>> by_combinations;
  for (std::size_t i = 0; i < path_constraints.size(); ++i) {
    double combinations = 1;
    for (const std::uint32_t number : inputs_.of(path_constraints[i])) {
      combinations *= static_cast<double>(known.at(number)->values.size());
    }
    by_combinations.emplace_back(combinations, i);
  }
  std::sort(by_combinations.begin(), by_combinations.end());
  std::set<std::uint32_t> taken;
  for (const auto& [combinations, i] : by_combinations) {
    std::vector<const Byte*> fresh;
    for (const std::uint32_t number : inputs_.of(path_constraints[i])) {
      if (taken.insert(number).second) fresh.push_back(known.at(number));
    }
    std::sort(fresh.begin(), fresh.end(), [](const Byte* a, const Byte* b) {
      return std::pair(a->values.size(), a->number) < std::pair(b->values.size(), b->number);
    });
    for (const Byte* byte : fresh) levels_.push_back({.byte = *byte});
  }
}

// The last byte that it depends on.
std::size_t Sweep::level_of(Expr e) {
  const expr::Inputs::Set& about = inputs_.of(e);
  for (std::size_t level = levels_.size(); level-- > 0;) {
    if (std::binary_search(about.begin(), about.end(), levels_[level].byte.number)) return level;
  }
  return 0;
}

// A pool's numbers are in order: operands come before what is made of them, and never on a later level.
void Sweep::compile(std::span<const Expr> path_constraints) {
  std::set<Expr> all;
  std::vector<Expr> open(path_constraints.begin(), path_constraints.end());
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    if (!all.insert(next).second) continue;
    const expr::Node& node = pool_.node(next);
    for (unsigned i = 0; i < operands_of(node.op); ++i) open.push_back(node.operands[i]);
  }
  std::unordered_map<std::uint32_t, std::uint32_t> places;
  for (const Expr e : all) {
    const auto place = static_cast<std::uint32_t>(values_.size());
    const expr::Node& node = pool_.node(e);
    places[e.number] = place;
    values_.push_back(node.value);
    if (node.op == Op::constant) continue;
    Level& level = levels_[level_of(e)];
    if (node.op == Op::input) {
      level.place = place;
      continue;
    }
    Operation operation{.op = node.op, .shape = pool_.shape(node), .operands = {}, .result = place};
    for (unsigned i = 0; i < operands_of(node.op); ++i) operation.operands[i] = places.at(node.operands[i].number);
    level.operations.push_back(operation);
  }
  for (const Expr path_constraint : path_constraints)
    levels_[level_of(path_constraint)].path_constraints.push_back(places.at(path_constraint.number));
}

bool Sweep::holds(const Level& level) {
  values_[level.place] = level.byte.values[level.at];
  for (const Operation& operation : level.operations) {
    values_[operation.result] = expr::apply(operation.op, operation.shape, values_[operation.operands[0]],
                                            values_[operation.operands[1]], values_[operation.operands[2]]);
  }
  operations_ += level.operations.size() + 1;
  return std::all_of(level.path_constraints.begin(), level.path_constraints.end(),
                     [&](std::uint32_t place) { return values_[place] != 0; });
}

Sweep::End Sweep::run(std::uint64_t most_operations) {
  std::size_t at = 0;
  while (operations_ <= most_operations) {
    if (holds(levels_[at])) {
      if (at + 1 == levels_.size()) return End::found;
      levels_[++at].at = 0;
      continue;
    }
    while (++levels_[at].at == levels_[at].byte.values.size()) {
      if (at-- == 0) return End::none;
    }
  }
  return End::given_up;
}

std::uint8_t Sweep::value_of(std::uint32_t number) const {
  for (const Level& level : levels_) {
    if (level.byte.number == number) return level.byte.values[level.at];
  }
  return 0;
}

}  // namespace sleave::solve

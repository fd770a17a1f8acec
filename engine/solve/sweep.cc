#include "engine/solve/sweep.h"

#include <algorithm>
#include <bit>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace sleave::solve {

using expr::Expr;
using expr::Op;

Sweep::Sweep(const expr::Pool& pool, expr::Inputs& inputs, std::span<const Byte> bytes,
             std::span<const Expr> path_constraints, By by)
    : pool_(pool), inputs_(inputs), by_(by) {
  order(bytes, path_constraints);
  if (by_ == By::lanes && !all_have_lanes(path_constraints)) by_ = By::words;
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

bool Sweep::all_have_lanes(std::span<const Expr> path_constraints) const {
  std::unordered_set<std::uint32_t> seen;
  std::vector<Expr> open(path_constraints.begin(), path_constraints.end());
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    if (!seen.insert(next.number).second) continue;
    const expr::Node& node = pool_.node(next);
    if (node.width > expr::kMostLaneBits) return false;
    for (unsigned i = 0; i < operands_of(node.op); ++i) open.push_back(node.operands[i]);
  }
  return true;
}

// A path constraint about fewer bytes is looked at earlier, so that what it needs comes first.
void Sweep::compile(std::span<const Expr> path_constraints) {
  for (std::size_t level = 0; level < levels_.size(); ++level) level_of_byte_[levels_[level].byte.number] = level;
  for (const Expr path_constraint : path_constraints) compile(path_constraint);
}

// Operands come before what is made of them, and never on a later level.
void Sweep::compile(Expr path_constraint) {
  stack_.push_back(path_constraint);
  while (!stack_.empty()) {
    const Expr next = stack_.back();
    const expr::Node& node = pool_.node(next);
    const std::size_t before = stack_.size();
    if (!places_of_.contains(next.number)) {
      for (unsigned i = 0; i < operands_of(node.op); ++i) {
        if (!places_of_.contains(node.operands[i].number)) stack_.push_back(node.operands[i]);
      }
      if (stack_.size() > before) continue;
      place(next, node);
    }
    stack_.pop_back();
  }
  const Place& at = places_of_.at(path_constraint.number);
  Level& level = levels_[at.level];
  level.checks.push_back({.operations = level.operations.size(), .place = at.own});
}

std::uint32_t Sweep::new_place(expr::Word value) {
  if (by_ == By::words) {
    values_.push_back(value);
  } else {
    expr::fill(lanes_.emplace_back(), static_cast<std::uint64_t>(value));
  }
  return places_++;
}

void Sweep::place(Expr e, const expr::Node& node) {
  Place at{.level = 0, .own = 0, .below = kNowhere};
  at.own = new_place(node.op == Op::constant ? node.value : 0);
  if (node.op == Op::constant || by_ == By::words) at.below = at.own;
  if (node.op == Op::input) {
    at.level = level_of_byte_.at(node.detail);
    levels_[at.level].place = at.own;
  } else if (node.op != Op::constant) {
    for (unsigned i = 0; i < operands_of(node.op); ++i)
      at.level = std::max(at.level, places_of_.at(node.operands[i].number).level);
    Operation operation{.op = node.op,
                        .function = expr::lane_function(node.op),
                        .shape = pool_.shape(node),
                        .operands = {},
                        .result = at.own};
    for (unsigned i = 0; i < operands_of(node.op); ++i) operation.operands[i] = operand_of(node.operands[i], at.level);
    levels_[at.level].operations.push_back(operation);
  }
  places_of_[e.number] = at;
}

std::uint32_t Sweep::operand_of(Expr operand, std::size_t level) {
  Place& at = places_of_.at(operand.number);
  if (at.level == level) return at.own;
  if (at.below == kNowhere) {
    at.below = new_place(0);
    levels_[at.level].carried.push_back({.from = at.own, .to = at.below});
  }
  return at.below;
}

bool Sweep::holds(const Level& level) {
  values_[level.place] = level.byte.values[level.at];
  for (const Operation& operation : level.operations) {
    values_[operation.result] = expr::apply(operation.op, operation.shape, values_[operation.operands[0]],
                                            values_[operation.operands[1]], values_[operation.operands[2]]);
  }
  operations_ += level.operations.size() + 1;
  return std::all_of(level.checks.begin(), level.checks.end(),
                     [&](const Check& check) { return values_[check.place] != 0; });
}

Sweep::End Sweep::run_words(std::uint64_t most_operations) {
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

// From the value that is next on. Where no lane is left, the rest need not be computed.
void Sweep::compute_block(Level& level) {
  const std::vector<std::uint8_t>& values = level.byte.values;
  level.first = level.at;
  level.end = std::min(level.first + expr::kLanes, values.size());
  expr::Lanes& input = lanes_[level.place];
  for (std::size_t i = 0; i < expr::kLanes; ++i) input.values[i] = values[std::min(level.first + i, level.end - 1)];
  level.surviving = level.end - level.first == expr::kLanes ? ~0u : (1u << (level.end - level.first)) - 1;
  std::size_t done = 0;
  const auto compute_to = [&](std::size_t end) {
    for (; done < end; ++done) {
      const Operation& operation = level.operations[done];
      const expr::Lanes& a = lanes_[operation.operands[0]];
      const expr::Lanes& b = lanes_[operation.operands[1]];
      const expr::Lanes& c = lanes_[operation.operands[2]];
      if (operation.function != nullptr) {
        operation.function(operation.shape, a, b, c, lanes_[operation.result]);
      } else {
        expr::apply_to_lanes(operation.op, operation.shape, a, b, c, lanes_[operation.result]);
      }
    }
  };
  for (const Check& check : level.checks) {
    compute_to(check.operations);
    level.surviving &= expr::lanes_that_hold(lanes_[check.place]);
    if (level.surviving == 0) return;
  }
  compute_to(level.operations.size());
}

void Sweep::carry(const Level& level) {
  const std::size_t lane = level.at - level.first;
  for (const Carried& each : level.carried) expr::fill(lanes_[each.to], lanes_[each.from].values[lane]);
}

// As run_words(), with the values that fail counted in one go. Before each value it would give up if too much was
// spent.
Sweep::End Sweep::run_lanes(std::uint64_t most_operations) {
  std::size_t at = 0;
  for (Level& level : levels_) level.end = 0;
  while (operations_ <= most_operations) {
    Level& level = levels_[at];
    if (level.at >= level.end) compute_block(level);
    const std::uint64_t cost = level.operations.size() + 1;
    const std::uint32_t left = level.surviving >> (level.at - level.first);
    const bool survives = left != 0;
    const auto failing =
        static_cast<std::uint64_t>(survives ? static_cast<std::size_t>(std::countr_zero(left)) : level.end - level.at);
    const std::uint64_t looked_at = failing + (survives ? 1 : 0);  // at least 1
    const std::uint64_t allowed_after_first = (most_operations - operations_) / cost;
    const bool gives_up = looked_at - 1 > allowed_after_first;
    operations_ += cost * (gives_up ? allowed_after_first + 1 : looked_at);
    if (gives_up) return End::given_up;
    level.at += static_cast<std::size_t>(failing);
    if (survives) {
      if (at + 1 == levels_.size()) return End::found;
      carry(level);
      levels_[++at].at = 0;
      levels_[at].end = 0;
      continue;
    }
    if (level.at < level.byte.values.size()) continue;
    do {
      if (at-- == 0) return End::none;
    } while (++levels_[at].at == levels_[at].byte.values.size());
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

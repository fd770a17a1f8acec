#include "engine/solve/distance.h"

#include <algorithm>
#include <bit>

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::kLanes;
using expr::Lanes;
using expr::Op;

// A condition may be as deep as the program is long, and doubles where it is chosen from two.
constexpr unsigned kDeepest = 12;
constexpr unsigned kFraction = 20;
constexpr std::uint64_t kLargestWeight = 1 << 16;  // so that no sum overflows

// Grows with the amount; 0 for 0.
std::uint64_t scaled(std::uint64_t amount) {
  if (amount == 0) return 0;
  const auto bits = static_cast<unsigned>(std::bit_width(amount));
  const std::uint64_t below_first = amount & ~(std::uint64_t{1} << (bits - 1));
  const std::uint64_t fraction =
      bits - 1 <= kFraction ? below_first << (kFraction - (bits - 1)) : below_first >> (bits - 1 - kFraction);
  return std::uint64_t{bits} << kFraction | fraction;
}

}  // namespace

std::optional<Distance> Distance::compile(const expr::Pool& pool, std::span<const Expr> path_constraints) {
  std::optional<expr::Batch> batch = expr::Batch::compile(pool, path_constraints);
  if (!batch) return std::nullopt;
  Distance distance(std::move(*batch));
  for (const Expr path_constraint : path_constraints)
    distance.roots_.push_back(distance.add(pool, path_constraint, true, 0));
  distance.values_.resize(distance.steps_.size());
  distance.weights_.resize(distance.roots_.size(), 1);
  return distance;
}

std::uint32_t Distance::add(const Step& step) {
  steps_.push_back(step);
  return static_cast<std::uint32_t>(steps_.size() - 1);
}

std::uint32_t Distance::add(const expr::Pool& pool, Expr condition, bool holds, unsigned depth) {
  const expr::Node& node = pool.node(condition);
  const auto [a, b, c] = node.operands;
  const auto compared = [&](Kind kind, Expr x, Expr y, std::uint64_t sign) {
    const auto most = static_cast<std::uint64_t>(expr::ones(pool.width(x)));
    return add({.kind = kind, .sign = sign, .most = most, .operands = {x, y}, .places = {}});
  };
  const auto combined = [&](Kind kind, std::uint32_t x, std::uint32_t y) {
    return add({.kind = kind, .sign = 0, .most = 0, .operands = {}, .places = {x, y}});
  };
  const bool splits = depth < kDeepest;
  const auto part = [&](Expr of, bool wanted) { return add(pool, of, wanted, depth + 1); };
  switch (node.op) {
    case Op::equal:
      return compared(holds ? Kind::equal : Kind::different, a, b, 0);
    case Op::ult:
      return compared(holds ? Kind::below : Kind::at_least, a, b, 0);
    case Op::slt:
      return compared(holds ? Kind::below : Kind::at_least, a, b, std::uint64_t{1} << (pool.width(a) - 1));
    case Op::bit_not:
      if (splits) return part(a, !holds);
      break;
    case Op::bit_and:
    case Op::bit_or:
      if (splits) {
        const Kind kind = (node.op == Op::bit_and) == holds ? Kind::both : Kind::either;
        return combined(kind, part(a, holds), part(b, holds));
      }
      break;
    case Op::choose:
      if (splits) {
        const std::uint32_t yes = combined(Kind::both, part(a, true), part(b, holds));
        return combined(Kind::either, yes, combined(Kind::both, part(a, false), part(c, holds)));
      }
      break;
    default:
      break;
  }
  return compared(holds ? Kind::is_true : Kind::is_false, condition, condition, 0);
}

void Distance::take(const Step& step, Lanes& result) const {
  const auto each = [&](auto amount) {
    const Lanes& a = batch_.value(step.operands[0]);
    const Lanes& b = batch_.value(step.operands[1]);
    for (std::size_t i = 0; i < kLanes; ++i)
      result.values[i] = scaled(amount(a.values[i] ^ step.sign, b.values[i] ^ step.sign));
  };
  const auto both = [&](auto together) {
    const Lanes& x = values_[step.places[0]];
    const Lanes& y = values_[step.places[1]];
    for (std::size_t i = 0; i < kLanes; ++i) result.values[i] = together(x.values[i], y.values[i]);
  };
  switch (step.kind) {
    case Kind::is_true:
      return each([](std::uint64_t a, std::uint64_t) { return std::uint64_t{a == 0 ? 1u : 0u}; });
    case Kind::is_false:
      return each([](std::uint64_t a, std::uint64_t) { return std::uint64_t{a != 0 ? 1u : 0u}; });
    case Kind::equal:
      return each([&](std::uint64_t a, std::uint64_t b) { return std::min((a - b) & step.most, (b - a) & step.most); });
    case Kind::different:
      return each([](std::uint64_t a, std::uint64_t b) { return std::uint64_t{a == b ? 1u : 0u}; });
    case Kind::below:  // one more than the difference, except for the largest there is
      return each([](std::uint64_t a, std::uint64_t b) { return a < b ? 0 : std::max(a - b, a - b + 1); });
    case Kind::at_least:
      return each([](std::uint64_t a, std::uint64_t b) { return a < b ? b - a : 0; });
    case Kind::both:
      return both([](std::uint64_t x, std::uint64_t y) { return x + y; });
    case Kind::either:
      return both([](std::uint64_t x, std::uint64_t y) { return std::min(x, y); });
  }
}

void Distance::measure() {
  batch_.run();
  for (std::size_t i = 0; i < steps_.size(); ++i) take(steps_[i], values_[i]);
  expr::fill(sum_, 0);
  for (std::size_t root = 0; root < roots_.size(); ++root) {
    const Lanes& values = values_[roots_[root]];
    for (std::size_t i = 0; i < kLanes; ++i) sum_.values[i] += weights_[root] * values.values[i];
  }
}

void Distance::double_weight(std::size_t path_constraint) {
  std::uint64_t& weight = weights_[path_constraint];
  weight = std::min(2 * weight, kLargestWeight);
}

}  // namespace sleave::solve

#include "engine/expr/pool.h"

#include <cassert>
#include <optional>

#include "engine/base/rng.h"
#include "engine/expr/simplify.h"

namespace sleave::expr {
namespace {

// A rule may pass a demand down a chain of operations as long as the program. From here on an expression is kept as it
// is.
constexpr int kDeepestRules = 100;

}  // namespace

Pool::Pool() : numbers_(64, Hash{this}, Equal{this}) {}

std::size_t NodeHash::operator()(const Node& node) const {
  std::uint64_t hash = mix64((std::uint64_t{node.detail} << 16) | (std::uint64_t{node.width} << 8) |
                             static_cast<std::uint64_t>(node.op));
  for (const Expr operand : node.operands) hash = mix64(hash ^ operand.number);
  hash = mix64(hash ^ static_cast<std::uint64_t>(node.value));
  return mix64(hash ^ static_cast<std::uint64_t>(node.value >> 64));
}

Shape Pool::shape(const Node& node) const {
  Shape shape{.width = node.width, .operand_width = node.width, .low = node.detail};
  if (node.op == Op::extract || node.op == Op::sign_extend || is_comparison(node.op) || is_conversion(node.op))
    shape.operand_width = width(node.operands[0]);
  if (node.op == Op::concat) shape.operand_width = width(node.operands[1]);
  return shape;
}

Expr Pool::keep(const Node& node) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  const auto [place, is_new] = numbers_.insert(number);
  if (!is_new) {
    nodes_.pop_back();
    return {*place};
  }
  const auto known = [&](int i) { return known_[node.operands[i].number]; };
  switch (operands_of(node.op)) {
    case 0:
      known_.push_back(node.op == Op::constant ? KnownBits::of(node.value, node.width) : KnownBits{});
      break;
    case 1:
      known_.push_back(known_bits(node.op, shape(node), known(0), {}, {}));
      break;
    case 2:
      known_.push_back(known_bits(node.op, shape(node), known(0), known(1), {}));
      break;
    default:
      known_.push_back(known_bits(node.op, shape(node), known(0), known(1), known(2)));
      break;
  }
  return {number};
}

Expr Pool::make(const Node& node) {
  assert(node.width >= 1 && node.width <= kMostBits);
  if (const auto place = simpler_.find(node); place != simpler_.end()) return place->second;
  if (depth_ < kDeepestRules) {
    ++depth_;
    const std::optional<Expr> simpler = simplify(*this, node);
    --depth_;
    if (simpler) {
      simpler_.emplace(node, *simpler);
      return *simpler;
    }
  }
  const Expr made = keep(node);
  const KnownBits& known = known_[made.number];
  return known.all(node.width) ? constant(node.width, known.ones) : made;
}

Expr Pool::constant(unsigned width, Word value) {
  return keep({.op = Op::constant, .width = static_cast<std::uint8_t>(width), .value = value & ones(width)});
}

Expr Pool::input(std::uint32_t byte) { return keep({.op = Op::input, .width = 8, .detail = byte}); }

Expr Pool::unary(Op op, Expr a) { return make({.op = op, .width = nodes_[a.number].width, .operands = {a}}); }

Expr Pool::binary(Op op, Expr a, Expr b) {
  assert(width(a) == width(b));
  const std::uint8_t result = is_comparison(op) ? 1 : nodes_[a.number].width;
  return make({.op = op, .width = result, .operands = {a, b}});
}

Expr Pool::choose(Expr condition, Expr yes, Expr no) {
  assert(width(condition) == 1 && width(yes) == width(no));
  return make({.op = Op::choose, .width = nodes_[yes.number].width, .operands = {condition, yes, no}});
}

Expr Pool::extract(Expr a, unsigned low, unsigned width) {
  assert(low + width <= this->width(a));
  return make({.op = Op::extract, .width = static_cast<std::uint8_t>(width), .detail = low, .operands = {a}});
}

Expr Pool::sign_extend(Expr a, unsigned width) {
  assert(width >= this->width(a));
  return make({.op = Op::sign_extend, .width = static_cast<std::uint8_t>(width), .operands = {a}});
}

Expr Pool::concat(Expr upper, Expr lower) {
  const unsigned sum = width(upper) + width(lower);
  assert(sum <= kMostBits);
  return make({.op = Op::concat, .width = static_cast<std::uint8_t>(sum), .operands = {upper, lower}});
}

Expr Pool::convert(Op op, Expr a, unsigned width) {
  return make({.op = op, .width = static_cast<std::uint8_t>(width), .operands = {a}});
}

Expr Pool::zero_extend(Expr a, unsigned width) {
  const unsigned more = width - this->width(a);
  return more == 0 ? a : concat(constant(more, 0), a);
}

Expr Pool::minus(Expr a) { return binary(Op::sub, constant(width(a), 0), a); }

}  // namespace sleave::expr

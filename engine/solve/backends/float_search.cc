#include "engine/solve/backends/float_search.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "abi/inputs/floating.h"

namespace sleave::solve {
namespace {

using expr::Expr;
using expr::Op;
using expr::Word;

constexpr unsigned kDeepest = 64;  // of conjunctions and the like
constexpr std::size_t kMostStarts = 16;
constexpr double kUnknown = 1'000;  // the distance of a constraint of another kind: more than any that is counted

std::uint64_t top(unsigned width) { return std::uint64_t{1} << (width - 1); }
std::uint64_t all(unsigned width) { return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }

// The place of a number in the order of all, and back.
std::uint64_t place_of(std::uint64_t bits, unsigned width) {
  return (bits & top(width)) != 0 ? ~bits & all(width) : bits | top(width);
}
std::uint64_t bits_at(std::uint64_t place, unsigned width) {
  return (place & top(width)) != 0 ? place & ~top(width) : ~place & all(width);
}

double scaled(std::uint64_t distance) { return std::log2(1.0 + static_cast<double>(distance)); }

}  // namespace

// The inputs that a word consists of, if it is nothing else.
std::optional<std::vector<std::uint32_t>> FloatSearch::bytes_of(Expr e) const {
  std::vector<std::uint32_t> bytes;
  while (pool_.is(e, Op::concat)) {  // they nest to the right: the upper ones first
    const auto [upper, lower, unused] = pool_.node(e).operands;
    if (!pool_.is(upper, Op::input)) return std::nullopt;
    bytes.push_back(pool_.node(upper).detail);
    e = lower;
  }
  if (!pool_.is(e, Op::input) || bytes.size() > 7) return std::nullopt;
  bytes.push_back(pool_.node(e).detail);
  std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

// Operands of operations that are inputs as they are; bytes that are in none of them are words of their own.
void FloatSearch::collect(std::span<const Expr> path_constraints) {
  variables_.clear();
  starts_.clear();
  std::set<Expr> seen;
  std::set<std::uint32_t> taken;
  std::set<std::uint32_t> single;
  std::vector<Expr> open(path_constraints.begin(), path_constraints.end());
  while (!open.empty()) {
    const Expr next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    const expr::Node& node = pool_.node(next);
    if (node.op == Op::input) single.insert(node.detail);
    if (node.op == Op::constant) collect_constant(node);
    for (unsigned i = 0; i < operands_of(node.op); ++i) {
      open.push_back(node.operands[i]);
      if (!is_floating(node.op)) continue;
      const auto bytes = bytes_of(node.operands[i]);
      if (!bytes || std::any_of(bytes->begin(), bytes->end(), [&](auto byte) { return taken.contains(byte); }))
        continue;
      taken.insert(bytes->begin(), bytes->end());
      const bool is_number = !floating::takes_word(static_cast<unsigned>(node.op));
      variables_.push_back({*bytes, is_number && (bytes->size() == 4 || bytes->size() == 8)});
    }
  }
  for (const std::uint32_t byte : single) {
    if (!taken.contains(byte)) variables_.push_back({{byte}, false});
  }
}

// A number, or the size of one in a comparison of its bits.
void FloatSearch::collect_constant(const expr::Node& node) {
  const auto bits = static_cast<std::uint64_t>(node.value);
  double number = 0;
  if (node.width == 63 || node.width == 64) number = floating::number_of<double>(bits);
  if (node.width == 31 || node.width == 32) number = floating::number_of<float>(bits);
  if (number == number && starts_.size() < kMostStarts) starts_.push_back(number);
}

void FloatSearch::start_at(double number) {
  for (const Variable& variable : variables_) {
    const auto width = static_cast<unsigned>(8 * variable.bytes.size());
    const bool whole = number > -9e18 && number < 9e18;
    std::uint64_t place = whole ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) : 0;
    if (variable.is_number) {
      const Word bits = width == 64 ? floating::word_of(number) : floating::word_of(static_cast<float>(number));
      place = place_of(static_cast<std::uint64_t>(bits), width);
    }
    set(variable, place);
  }
}

double FloatSearch::compared(const expr::Node& node, bool wanted) {
  const unsigned width = pool_.width(node.operands[0]);
  const auto a = static_cast<std::uint64_t>(evaluation_.value(node.operands[0]));
  const auto b = static_cast<std::uint64_t>(evaluation_.value(node.operands[1]));
  if (width > 64) return kUnknown;
  const std::uint64_t x = is_floating(node.op) ? place_of(a, width) : a;
  const std::uint64_t y = is_floating(node.op) ? place_of(b, width) : b;
  if ((node.op == Op::equal || node.op == Op::float_equal) && !wanted) return 1;
  return scaled(x < y ? y - x : x - y) + 1;
}

// 0 if the constraint has the wanted value.
double FloatSearch::distance(Expr e, bool wanted, unsigned depth) {
  if (evaluation_.holds(e) == wanted) return 0;
  const expr::Node& node = pool_.node(e);
  if (depth == 0) return kUnknown;
  switch (node.op) {
    case Op::bit_not:
      return distance(node.operands[0], !wanted, depth - 1);
    case Op::bit_and:
    case Op::bit_or: {
      const double a = distance(node.operands[0], wanted, depth - 1);
      const double b = distance(node.operands[1], wanted, depth - 1);
      return (node.op == Op::bit_and) == wanted ? a + b : std::min(a, b);
    }
    case Op::choose:  // with the condition as it is
      return distance(node.operands[evaluation_.holds(node.operands[0]) ? 1 : 2], wanted, depth - 1);
    case Op::equal:
    case Op::ult:
    case Op::slt:
    case Op::float_below:
    case Op::float_equal:
      return compared(node, wanted);
    default:
      return kUnknown;
  }
}

double FloatSearch::total(std::span<const Expr> path_constraints) {
  evaluation_.set_input(input_);
  double sum = 0;
  for (const Expr path_constraint : path_constraints) sum += distance(path_constraint, true, kDeepest);
  return sum;
}

std::uint64_t FloatSearch::get(const Variable& variable) const {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < variable.bytes.size(); ++i) bits |= std::uint64_t{input_[variable.bytes[i]]} << (8 * i);
  return variable.is_number ? place_of(bits, static_cast<unsigned>(8 * variable.bytes.size())) : bits;
}

void FloatSearch::set(const Variable& variable, std::uint64_t place) {
  const auto width = static_cast<unsigned>(8 * variable.bytes.size());
  const std::uint64_t bits = variable.is_number ? bits_at(place & all(width), width) : place;
  for (std::size_t i = 0; i < variable.bytes.size(); ++i) {
    input_[variable.bytes[i]] = static_cast<std::uint8_t>(bits >> (8 * i));
  }
}

// Moves the variables together, by the same steps.
bool FloatSearch::improve(std::span<const Variable* const> variables, std::span<const Expr> path_constraints,
                          double& best, unsigned& left) {
  std::size_t most_bytes = 0;
  for (const Variable* variable : variables) most_bytes = std::max(most_bytes, variable->bytes.size());
  bool improved = false;
  for (auto bit = static_cast<unsigned>(8 * most_bytes); bit-- > 0;) {
    const std::uint64_t step = std::uint64_t{1} << bit;
    for (const std::uint64_t by : {step, std::uint64_t{0} - step}) {
      if (left == 0 || best == 0) return improved;
      --left;
      const std::vector<std::uint8_t> before = input_;
      for (const Variable* variable : variables) set(*variable, get(*variable) + by);
      const double now = total(path_constraints);
      if (now < best) {
        best = now;
        improved = true;
        break;
      }
      input_ = before;
    }
  }
  return improved;
}

std::optional<Bytes> FloatSearch::find(std::span<const Expr> path_constraints, const std::vector<std::uint8_t>& input,
                                       unsigned most) {
  collect(path_constraints);
  std::uint32_t end = 0;
  for (const Variable& variable : variables_) {
    for (const std::uint32_t byte : variable.bytes) end = std::max(end, byte + 1);
  }
  std::vector<std::uint8_t> given = input;
  if (given.size() < end) given.resize(end);
  const unsigned each = most / static_cast<unsigned>(starts_.size() + 1);
  input_ = given;
  bool found = descend(path_constraints, each);
  for (std::size_t i = 0; i < starts_.size() && !found; ++i) {
    input_ = given;
    start_at(starts_[i]);
    found = descend(path_constraints, each);
  }
  if (!found) return std::nullopt;
  Bytes bytes;
  for (const Variable& variable : variables_) {
    for (const std::uint32_t byte : variable.bytes) bytes[byte] = input_[byte];
  }
  return bytes;
}

bool FloatSearch::descend(std::span<const Expr> path_constraints, unsigned most) {
  double best = total(path_constraints);
  for (bool improved = true; improved && best > 0 && most > 0;) {
    improved = false;
    for (const Variable& variable : variables_) {
      const Variable* const one = &variable;
      improved = improve(std::span(&one, 1), path_constraints, best, most) || improved;
    }
    for (std::size_t i = 0; i < variables_.size() && !improved; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Variable* const two[] = {&variables_[i], &variables_[j]};
        improved = improve(two, path_constraints, best, most) || improved;
      }
    }
  }
  return best == 0;
}

}  // namespace sleave::solve

#include "engine/expr/random_words_test.h"

#include <optional>

namespace sleave::expr {
namespace {

constexpr unsigned kWidths[] = {8, 16, 32, 64};

class Generator {
 public:
  Generator(Rng& rng, std::uint32_t input_bytes) : rng_(rng), input_bytes_(input_bytes) {}

  std::vector<Step> make(std::size_t count) {
    while (steps_.size() < count) {
      if (const std::optional<Step> step = next()) steps_.push_back(*step);
    }
    return steps_;
  }

 private:
  std::optional<Step> next() {
    if (steps_.empty() || rng_.below(8) == 0) return leaf();
    const std::size_t a = rng_.below(steps_.size());
    switch (rng_.below(8)) {
      case 0:
        return Step{.op = Op::bit_not, .width = steps_[a].width, .operands = {a}};
      case 1:
        return extract(a);
      case 2:
        return wider(a);
      case 3:
        return comparison(a);
      case 4:
        return choice(a);
      default:
        return binary(a);
    }
  }

  Step leaf() {
    if (rng_.below(2) == 0) return {.op = Op::input, .width = 8, .constant = rng_.below(input_bytes_)};
    const unsigned width = kWidths[rng_.below(4)];
    const std::uint64_t interesting[] = {0, 1, 2, 8, 0xff, 0x80, 0xf0, ~0ull, rng_.below(16), rng_.next()};
    return {.op = Op::constant, .width = width, .constant = interesting[rng_.below(10)] & mask(width)};
  }

  std::optional<Step> extract(std::size_t a) {
    const unsigned width = kWidths[rng_.below(4)];
    if (width >= steps_[a].width) return std::nullopt;
    const auto low = static_cast<unsigned>(rng_.below(steps_[a].width - width + 1));
    return Step{.op = Op::extract, .width = width, .operands = {a}, .low = low};
  }

  std::optional<Step> wider(std::size_t a) {
    const std::optional<std::size_t> b = of_width(steps_[a].width);
    const unsigned width = steps_[a].width;
    if (width == 1 || width == 64) return std::nullopt;
    if (rng_.below(2) == 0) return Step{.op = Op::sign_extend, .width = width * 2, .operands = {a}};
    return Step{.op = Op::concat, .width = width * 2, .operands = {a, *b}};
  }

  std::optional<Step> comparison(std::size_t a) {
    const Op ops[] = {Op::equal, Op::ult, Op::slt};
    return Step{.op = ops[rng_.below(3)], .width = 1, .operands = {a, *of_width(steps_[a].width)}};
  }

  std::optional<Step> choice(std::size_t a) {
    const std::optional<std::size_t> condition = of_width(1);
    if (!condition) return std::nullopt;
    return Step{.op = Op::choose, .width = steps_[a].width, .operands = {*condition, a, *of_width(steps_[a].width)}};
  }

  std::optional<Step> binary(std::size_t a) {
    const Op ops[] = {Op::add,     Op::sub,    Op::mul,     Op::udiv, Op::urem, Op::sdiv, Op::srem,
                      Op::bit_and, Op::bit_or, Op::bit_xor, Op::shl,  Op::lshr, Op::ashr};
    return Step{.op = ops[rng_.below(13)], .width = steps_[a].width, .operands = {a, *of_width(steps_[a].width)}};
  }

  std::optional<std::size_t> of_width(unsigned width) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].width == width) found.push_back(i);
    }
    if (found.empty()) return std::nullopt;
    return found[rng_.below(found.size())];
  }

  static std::uint64_t mask(unsigned width) { return width == 64 ? ~0ull : (1ull << width) - 1; }

  Rng& rng_;
  std::uint32_t input_bytes_;
  std::vector<Step> steps_;
};

// The processor's arithmetic on one of its types. Division by zero and wide shifts, which it leaves open, as SMT-LIB
// says.
template <typename U, typename S>
std::uint64_t native_binary(Op op, std::uint64_t x, std::uint64_t y) {
  const auto a = static_cast<U>(x);
  const auto b = static_cast<U>(y);
  const auto sa = static_cast<S>(a);
  const auto sb = static_cast<S>(b);
  constexpr std::uint64_t kWidth = sizeof(U) * 8;
  switch (op) {
    case Op::add:
      return static_cast<U>(a + b);
    case Op::sub:
      return static_cast<U>(a - b);
    case Op::mul:
      return static_cast<U>(std::uint64_t{a} * b);
    case Op::udiv:
      return b == 0 ? static_cast<U>(~U{0}) : static_cast<U>(a / b);
    case Op::urem:
      return b == 0 ? a : static_cast<U>(a % b);
    case Op::sdiv:
      return sb == 0 ? static_cast<U>(sa < 0 ? 1 : -1) : sb == -1 ? static_cast<U>(-a) : static_cast<U>(sa / sb);
    case Op::srem:
      return sb == 0 ? a : sb == -1 ? U{0} : static_cast<U>(sa % sb);
    case Op::bit_and:
      return a & b;
    case Op::bit_or:
      return a | b;
    case Op::bit_xor:
      return a ^ b;
    case Op::shl:
      return b >= kWidth ? U{0} : static_cast<U>(std::uint64_t{a} << b);
    case Op::lshr:
      return b >= kWidth ? U{0} : static_cast<U>(a >> b);
    case Op::ashr:
      return static_cast<U>(sa >> (b >= kWidth ? kWidth - 1 : b));
    case Op::equal:
      return a == b ? 1 : 0;
    case Op::ult:
      return a < b ? 1 : 0;
    case Op::slt:
      return sa < sb ? 1 : 0;
    default:
      return 0;
  }
}

// A path constraint has one bit, for which there is no type: 1 is -1 when it is signed.
std::uint64_t path_constraint_binary(Op op, std::uint64_t a, std::uint64_t b) {
  switch (op) {
    case Op::add:
    case Op::sub:
    case Op::bit_xor:
      return a ^ b;
    case Op::mul:
    case Op::bit_and:
      return a & b;
    case Op::bit_or:
      return a | b;
    case Op::udiv:
    case Op::sdiv:
      return b == 0 ? 1 : a;  // -1 / -1 has no place and is -1 again; by 0 it is 1 or -1: the same bit
    case Op::urem:
    case Op::srem:
    case Op::shl:
    case Op::lshr:
      return b == 0 ? a : 0;
    case Op::ashr:
      return a;
    case Op::equal:
      return a == b ? 1 : 0;
    case Op::ult:
      return a < b ? 1 : 0;
    case Op::slt:
      return a > b ? 1 : 0;
    default:
      return 0;
  }
}

std::uint64_t binary(Op op, unsigned width, std::uint64_t a, std::uint64_t b) {
  switch (width) {
    case 1:
      return path_constraint_binary(op, a, b);
    case 8:
      return native_binary<std::uint8_t, std::int8_t>(op, a, b);
    case 16:
      return native_binary<std::uint16_t, std::int16_t>(op, a, b);
    case 32:
      return native_binary<std::uint32_t, std::int32_t>(op, a, b);
    default:
      return native_binary<std::uint64_t, std::int64_t>(op, a, b);
  }
}

std::uint64_t sign_extended(std::uint64_t value, unsigned from) {
  switch (from) {
    case 8:
      return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int8_t>(value)});
    case 16:
      return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int16_t>(value)});
    default:
      return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value)});
  }
}

std::uint64_t truncated(std::uint64_t value, unsigned width) {
  return width == 64 ? value : value & ((1ull << width) - 1);
}

}  // namespace

std::vector<Step> random_steps(Rng& rng, std::size_t count, std::uint32_t input_bytes) {
  return Generator(rng, input_bytes).make(count);
}

std::vector<Expr> build(Pool& pool, std::span<const Step> steps) {
  std::vector<Expr> made;
  for (const Step& step : steps) {
    const auto operand = [&](int i) { return made[step.operands[i]]; };
    switch (step.op) {
      case Op::constant:
        made.push_back(pool.constant(step.width, step.constant));
        break;
      case Op::input:
        made.push_back(pool.input(static_cast<std::uint32_t>(step.constant)));
        break;
      case Op::bit_not:
        made.push_back(pool.unary(step.op, operand(0)));
        break;
      case Op::extract:
        made.push_back(pool.extract(operand(0), step.low, step.width));
        break;
      case Op::sign_extend:
        made.push_back(pool.sign_extend(operand(0), step.width));
        break;
      case Op::concat:
        made.push_back(pool.concat(operand(0), operand(1)));
        break;
      case Op::choose:
        made.push_back(pool.choose(operand(0), operand(1), operand(2)));
        break;
      default:
        made.push_back(pool.binary(step.op, operand(0), operand(1)));
        break;
    }
  }
  return made;
}

std::vector<std::uint64_t> compute(std::span<const Step> steps, std::span<const std::uint8_t> input) {
  std::vector<std::uint64_t> values;
  for (const Step& step : steps) {
    const auto operand = [&](int i) { return values[step.operands[i]]; };
    const unsigned operand_width = steps[step.operands[0]].width;
    std::uint64_t value = 0;
    switch (step.op) {
      case Op::constant:
        value = step.constant;
        break;
      case Op::input:
        value = input[step.constant];
        break;
      case Op::bit_not:
        value = ~operand(0);
        break;
      case Op::extract:
        value = operand(0) >> step.low;
        break;
      case Op::sign_extend:
        value = sign_extended(operand(0), operand_width);
        break;
      case Op::concat:
        value = (operand(0) << operand_width) | operand(1);
        break;
      case Op::choose:
        value = operand(0) != 0 ? operand(1) : operand(2);
        break;
      default:
        value = binary(step.op, operand_width, operand(0), operand(1));
        break;
    }
    values.push_back(truncated(value, step.width));
  }
  return values;
}

std::vector<std::uint8_t> random_bytes(Rng& rng, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.below(3) == 0 ? rng.below(4) : rng.next());
  return bytes;
}

}  // namespace sleave::expr

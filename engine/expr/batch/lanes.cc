#include "engine/expr/batch/lanes.h"

namespace sleave::expr {
namespace {

constexpr unsigned kNarrow = 32;  // of such words quotients are exact in a double

std::uint64_t mask_of(unsigned width) { return static_cast<std::uint64_t>(ones(width)); }

std::int64_t signed_lane(std::uint64_t value, unsigned width) {
  const unsigned unused = kMostLaneBits - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

template <typename Each>
void each_lane(Lanes& result, Each each) {
  for (std::size_t i = 0; i < kLanes; ++i) result.values[i] = each(i);
}

void bit_not(const Shape& shape, const Lanes& a, const Lanes& /*b*/, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  each_lane(result, [&](std::size_t i) { return ~a.values[i] & mask; });
}

void extract(const Shape& shape, const Lanes& a, const Lanes& /*b*/, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  const unsigned low = shape.low;
  each_lane(result, [&](std::size_t i) { return a.values[i] >> low & mask; });
}

// The sign moves up by a subtraction: vector instructions of the oldest machines have no arithmetic shift of 64 bits.
void sign_extend(const Shape& shape, const Lanes& a, const Lanes& /*b*/, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  const std::uint64_t sign = std::uint64_t{1} << (shape.operand_width - 1);
  each_lane(result, [&](std::size_t i) { return ((a.values[i] ^ sign) - sign) & mask; });
}

void concat(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const unsigned by = shape.operand_width;
  each_lane(result, [&](std::size_t i) { return a.values[i] << by | b.values[i]; });
}

void add(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  each_lane(result, [&](std::size_t i) { return (a.values[i] + b.values[i]) & mask; });
}

void sub(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  each_lane(result, [&](std::size_t i) { return (a.values[i] - b.values[i]) & mask; });
}

void mul(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  each_lane(result, [&](std::size_t i) { return a.values[i] * b.values[i] & mask; });
}

// A quotient of two whole numbers below 2^32 is further from the next whole number than a double rounds.
std::uint64_t narrow_quotient(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<double>(static_cast<std::int64_t>(a)) /
                                                              static_cast<double>(static_cast<std::int64_t>(b))));
}

void udiv(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  const auto divisor = [&](std::size_t i) { return b.values[i] | (b.values[i] == 0 ? 1 : 0); };
  const auto chosen = [&](std::size_t i, std::uint64_t quotient) { return b.values[i] == 0 ? mask : quotient; };
  if (shape.width <= kNarrow) {
    each_lane(result, [&](std::size_t i) { return chosen(i, narrow_quotient(a.values[i], divisor(i))); });
  } else {
    each_lane(result, [&](std::size_t i) { return chosen(i, a.values[i] / divisor(i)); });
  }
}

void urem(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const auto divisor = [&](std::size_t i) { return b.values[i] | (b.values[i] == 0 ? 1 : 0); };
  const auto chosen = [&](std::size_t i, std::uint64_t rest) { return b.values[i] == 0 ? a.values[i] : rest; };
  if (shape.width <= kNarrow) {
    each_lane(result, [&](std::size_t i) {
      return chosen(i, a.values[i] - narrow_quotient(a.values[i], divisor(i)) * divisor(i));
    });
  } else {
    each_lane(result, [&](std::size_t i) { return chosen(i, a.values[i] % divisor(i)); });
  }
}

// The quotient of the amounts; a divisor of 0 counts as 1. A narrow one is below 2^32.
std::uint64_t quotient_of_amounts(std::uint64_t a, std::uint64_t b, unsigned width) {
  const std::uint64_t divisor = b | (b == 0 ? 1 : 0);
  return width <= kNarrow ? narrow_quotient(a, divisor) : a / divisor;
}

std::uint64_t amount(std::int64_t value) {
  return value < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

void sdiv(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const unsigned width = shape.width;
  const std::uint64_t mask = mask_of(width);
  each_lane(result, [&](std::size_t i) {
    const std::int64_t x = signed_lane(a.values[i], width);
    const std::int64_t y = signed_lane(b.values[i], width);
    const std::uint64_t quotient = quotient_of_amounts(amount(x), amount(y), width);
    const std::uint64_t with_sign = (x < 0) != (y < 0) ? std::uint64_t{0} - quotient : quotient;
    const std::uint64_t of_zero = x < 0 ? 1 : mask;
    return (y == 0 ? of_zero : with_sign) & mask;
  });
}

void srem(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const unsigned width = shape.width;
  const std::uint64_t mask = mask_of(width);
  each_lane(result, [&](std::size_t i) {
    const std::int64_t x = signed_lane(a.values[i], width);
    const std::int64_t y = signed_lane(b.values[i], width);
    const std::uint64_t rest = amount(x) - quotient_of_amounts(amount(x), amount(y), width) * amount(y);
    return (x < 0 ? std::uint64_t{0} - rest : rest) & mask;
  });
}

void bit_and(const Shape& /*shape*/, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  each_lane(result, [&](std::size_t i) { return a.values[i] & b.values[i]; });
}

void bit_or(const Shape& /*shape*/, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  each_lane(result, [&](std::size_t i) { return a.values[i] | b.values[i]; });
}

void bit_xor(const Shape& /*shape*/, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  each_lane(result, [&](std::size_t i) { return a.values[i] ^ b.values[i]; });
}

// The machine takes the lowest bits of a distance, so what is beyond the width is blended out afterwards.
constexpr std::uint64_t kDistance = kMostLaneBits - 1;

void shl(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t mask = mask_of(shape.width);
  const std::uint64_t width = shape.width;
  each_lane(result, [&](std::size_t i) {
    const std::uint64_t moved = a.values[i] << (b.values[i] & kDistance) & mask;
    return b.values[i] >= width ? 0 : moved;
  });
}

void lshr(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t width = shape.width;
  each_lane(result, [&](std::size_t i) {
    const std::uint64_t moved = a.values[i] >> (b.values[i] & kDistance);
    return b.values[i] >= width ? 0 : moved;
  });
}

void ashr(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const unsigned width = shape.width;
  const std::uint64_t mask = mask_of(width);
  each_lane(result, [&](std::size_t i) {
    const std::uint64_t by = b.values[i] >= width ? width - 1 : b.values[i];
    return static_cast<std::uint64_t>(signed_lane(a.values[i], width) >> by) & mask;
  });
}

void equal(const Shape& /*shape*/, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  each_lane(result, [&](std::size_t i) { return std::uint64_t{a.values[i] == b.values[i] ? 1u : 0u}; });
}

void ult(const Shape& /*shape*/, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  each_lane(result, [&](std::size_t i) { return std::uint64_t{a.values[i] < b.values[i] ? 1u : 0u}; });
}

// Moved by the sign, signed order is unsigned order.
void slt(const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& /*c*/, Lanes& result) {
  const std::uint64_t sign = std::uint64_t{1} << (shape.operand_width - 1);
  each_lane(result,
            [&](std::size_t i) { return std::uint64_t{(a.values[i] ^ sign) < (b.values[i] ^ sign) ? 1u : 0u}; });
}

void choose(const Shape& /*shape*/, const Lanes& a, const Lanes& b, const Lanes& c, Lanes& result) {
  each_lane(result, [&](std::size_t i) { return a.values[i] != 0 ? b.values[i] : c.values[i]; });
}

template <Op op>
constexpr LaneFunction kLaneFunction = nullptr;
template <>
constexpr LaneFunction kLaneFunction<Op::bit_not> = bit_not;
template <>
constexpr LaneFunction kLaneFunction<Op::extract> = extract;
template <>
constexpr LaneFunction kLaneFunction<Op::sign_extend> = sign_extend;
template <>
constexpr LaneFunction kLaneFunction<Op::concat> = concat;
template <>
constexpr LaneFunction kLaneFunction<Op::add> = add;
template <>
constexpr LaneFunction kLaneFunction<Op::sub> = sub;
template <>
constexpr LaneFunction kLaneFunction<Op::mul> = mul;
template <>
constexpr LaneFunction kLaneFunction<Op::udiv> = udiv;
template <>
constexpr LaneFunction kLaneFunction<Op::urem> = urem;
template <>
constexpr LaneFunction kLaneFunction<Op::sdiv> = sdiv;
template <>
constexpr LaneFunction kLaneFunction<Op::srem> = srem;
template <>
constexpr LaneFunction kLaneFunction<Op::bit_and> = bit_and;
template <>
constexpr LaneFunction kLaneFunction<Op::bit_or> = bit_or;
template <>
constexpr LaneFunction kLaneFunction<Op::bit_xor> = bit_xor;
template <>
constexpr LaneFunction kLaneFunction<Op::shl> = shl;
template <>
constexpr LaneFunction kLaneFunction<Op::lshr> = lshr;
template <>
constexpr LaneFunction kLaneFunction<Op::ashr> = ashr;
template <>
constexpr LaneFunction kLaneFunction<Op::equal> = equal;
template <>
constexpr LaneFunction kLaneFunction<Op::ult> = ult;
template <>
constexpr LaneFunction kLaneFunction<Op::slt> = slt;
template <>
constexpr LaneFunction kLaneFunction<Op::choose> = choose;

}  // namespace

LaneFunction lane_function(Op op) {
  constexpr std::array<LaneFunction, kOps> kFunctions{
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) kLaneFunction<Op::name>,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
  };
  return kFunctions[static_cast<std::size_t>(op)];
}

void apply_to_lanes(Op op, const Shape& shape, const Lanes& a, const Lanes& b, const Lanes& c, Lanes& result) {
  if (const LaneFunction function = lane_function(op)) return function(shape, a, b, c, result);
  each_lane(result, [&](std::size_t i) {
    return static_cast<std::uint64_t>(apply(op, shape, a.values[i], b.values[i], c.values[i]));
  });
}

void fill(Lanes& lanes, std::uint64_t value) { lanes.values.fill(value); }

std::uint32_t lanes_that_hold(const Lanes& lanes) {
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < kLanes; ++i) mask |= (lanes.values[i] != 0 ? 1u : 0u) << i;
  return mask;
}

}  // namespace sleave::expr

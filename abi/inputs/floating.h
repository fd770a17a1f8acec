// What the floating-point operations of abi/expressions.def compute, for the runtime and the explorer alike: the
// processor's own arithmetic on words that hold numbers of 32 or 64 bits. A result that is no number is the one that
// SSE gives: the first operand that is none, made quiet, or the one with only the sign and the quiet bit set.
#ifndef SLEAVE_ABI_INPUTS_FLOATING_H
#define SLEAVE_ABI_INPUTS_FLOATING_H

#include <emmintrin.h>

#include <cstdint>

#include "abi/words.h"

namespace sleave::floating {

__extension__ using Word = unsigned __int128;

inline bool is_floating(unsigned op) { return op >= SLEAVE_OP_float_add && op <= SLEAVE_OP_float_resize; }
inline bool is_comparison(unsigned op) { return op == SLEAVE_OP_float_below || op == SLEAVE_OP_float_equal; }
// Between numbers and words, or numbers of different widths: the result has a width of its own.
inline bool is_conversion(unsigned op) { return op >= SLEAVE_OP_float_of_signed && op <= SLEAVE_OP_float_resize; }
inline bool takes_word(unsigned op) { return op == SLEAVE_OP_float_of_signed || op == SLEAVE_OP_float_of_unsigned; }
inline bool gives_word(unsigned op) { return op == SLEAVE_OP_float_to_signed || op == SLEAVE_OP_float_to_unsigned; }

inline unsigned operands_of(unsigned op) {
  const bool rounds = op >= SLEAVE_OP_float_sqrt && op <= SLEAVE_OP_float_round;
  return rounds || is_conversion(op) ? 1 : 2;
}

// Whether an operation on operands of the one width with results of the other exists.
inline bool fits(unsigned op, unsigned operand_width, unsigned width) {
  const auto number = [](unsigned bits) { return bits == 32 || bits == 64; };
  if (takes_word(op)) return operand_width >= 1 && operand_width <= 64 && number(width);
  if (gives_word(op)) return number(operand_width) && width >= 1 && width <= 64;
  if (op == SLEAVE_OP_float_resize) return number(operand_width) && number(width) && operand_width != width;
  return number(operand_width) && width == (is_comparison(op) ? 1 : operand_width);
}

template <typename Float>
struct Format;
template <>
struct Format<float> {
  using Bits = std::uint32_t;
  static constexpr unsigned kFraction = 23;
};
template <>
struct Format<double> {
  using Bits = std::uint64_t;
  static constexpr unsigned kFraction = 52;
};

template <typename Float>
Float number_of(Word word) {
  return __builtin_bit_cast(Float, static_cast<typename Format<Float>::Bits>(word));
}

template <typename Float>
Word word_of(Float number) {
  return __builtin_bit_cast(typename Format<Float>::Bits, number);
}

template <typename Float>
bool is_nan(Float number) {
  return __builtin_isnan(number);
}

template <typename Float>
Float quiet(Float nan) {
  return number_of<Float>(word_of(nan) | Word{1} << (Format<Float>::kFraction - 1));
}

template <typename Float>
Float number_or_default(Float result) {
  constexpr unsigned kWidth = sizeof(Float) * 8;
  constexpr unsigned kQuiet = Format<Float>::kFraction - 1;
  return is_nan(result) ? number_of<Float>((Word{1} << kWidth) - (Word{1} << kQuiet)) : result;
}

inline double square_root(double x) {
  const __m128d value = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_sqrt_sd(value, value));
}
inline float square_root(float x) { return _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(x))); }

template <typename Float>
Float with_sign_of(Float magnitude, Float sign) {
  constexpr Word kSign = Word{1} << (sizeof(Float) * 8 - 1);
  return number_of<Float>((word_of(magnitude) & ~kSign) | (word_of(sign) & kSign));
}

template <typename Float>
Float rounded(unsigned op, Float x) {
  constexpr auto kWhole = static_cast<Float>(std::uint64_t{1} << Format<Float>::kFraction);
  const Float size = x < 0 ? -x : x;
  if (!(size < kWhole)) return is_nan(x) ? quiet(x) : x;
  auto whole = static_cast<Float>(static_cast<std::int64_t>(x));
  switch (op) {
    case SLEAVE_OP_float_floor:
      if (whole > x) whole -= 1;
      break;
    case SLEAVE_OP_float_ceil:
      if (whole < x) whole += 1;
      break;
    case SLEAVE_OP_float_nearest: {
      const Float half = (x < 0 ? -1 : 1) * (x - whole);
      const bool odd = (static_cast<std::int64_t>(x) & 1) != 0;
      if (half > Float(0.5) || (half == Float(0.5) && odd)) whole += x < 0 ? -1 : 1;
      break;
    }
    case SLEAVE_OP_float_round:
      if ((x < 0 ? whole - x : x - whole) >= Float(0.5)) whole += x < 0 ? -1 : 1;
      break;
    default:
      break;
  }
  return whole == 0 ? with_sign_of(whole, x) : whole;
}

template <typename Float>
Float computed(unsigned op, Float a, Float b) {
  switch (op) {
    case SLEAVE_OP_float_add:
      return a + b;
    case SLEAVE_OP_float_sub:
      return a - b;
    case SLEAVE_OP_float_mul:
      return a * b;
    default:
      return a / b;
  }
}

template <typename Float>
Word arithmetic(unsigned op, Word left, Word right) {
  const auto a = number_of<Float>(left);
  const auto b = number_of<Float>(right);
  switch (op) {
    case SLEAVE_OP_float_below:
      return a < b ? 1 : 0;
    case SLEAVE_OP_float_equal:
      return a == b ? 1 : 0;
    case SLEAVE_OP_float_sqrt:
      return word_of(is_nan(a) ? quiet(a) : number_or_default(square_root(a)));
    case SLEAVE_OP_float_floor:
    case SLEAVE_OP_float_ceil:
    case SLEAVE_OP_float_truncate:
    case SLEAVE_OP_float_nearest:
    case SLEAVE_OP_float_round:
      return word_of(rounded(op, a));
    default:
      if (is_nan(a)) return word_of(quiet(a));
      if (is_nan(b)) return word_of(quiet(b));
      return word_of(number_or_default(computed(op, a, b)));
  }
}

inline Word power_of_two(unsigned exponent) { return Word{1} << exponent; }

// Whether a number without its fraction is a word of `width` bits.
template <typename Float>
bool is_whole(unsigned op, Float x, unsigned width) {
  const Float whole = rounded(SLEAVE_OP_float_truncate, x);
  const auto top = static_cast<Float>(static_cast<std::uint64_t>(power_of_two(width - 1)));
  return op == SLEAVE_OP_float_to_signed ? whole >= -top && whole < top : whole >= 0 && whole < 2 * top;
}

template <typename Float>
Word whole_of(unsigned op, Float x, unsigned width) {
  if (!is_whole(op, x, width)) return power_of_two(width - 1);
  const Float whole = rounded(SLEAVE_OP_float_truncate, x);
  return op == SLEAVE_OP_float_to_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(whole))
                                         : static_cast<std::uint64_t>(whole);
}

inline bool is_whole_word(unsigned op, unsigned operand_width, unsigned width, Word a) {
  return operand_width == 64 ? is_whole(op, number_of<double>(a), width) : is_whole(op, number_of<float>(a), width);
}

template <typename Float>
Word number_from(unsigned op, Word word, unsigned width) {
  if (op == SLEAVE_OP_float_of_unsigned) return word_of(static_cast<Float>(static_cast<std::uint64_t>(word)));
  const unsigned unused = 64 - width;
  const auto value = static_cast<std::int64_t>(static_cast<std::uint64_t>(word) << unused) >> unused;
  return word_of(static_cast<Float>(value));
}

// May have bits above `width`. The widths fit.
inline Word apply(unsigned op, unsigned operand_width, unsigned width, Word a, Word b) {
  if (takes_word(op)) {
    return width == 64 ? number_from<double>(op, a, operand_width) : number_from<float>(op, a, operand_width);
  }
  if (gives_word(op)) {
    return operand_width == 64 ? whole_of(op, number_of<double>(a), width) : whole_of(op, number_of<float>(a), width);
  }
  if (op == SLEAVE_OP_float_resize) {
    return width == 64 ? word_of(static_cast<double>(number_of<float>(a)))
                       : word_of(static_cast<float>(number_of<double>(a)));
  }
  return operand_width == 64 ? arithmetic<double>(op, a, b) : arithmetic<float>(op, a, b);
}

}  // namespace sleave::floating

#endif

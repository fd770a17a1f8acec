// Numbers with a fraction in texts, as strtod and its relatives read them: what each character was is a path
// constraint, the number is an expression over the digits.
//
// Up to 15 digits are a whole number that a double holds exactly, and so are the powers of ten up to the 22nd. One of
// them multiplied with or divided by the other, rounded once, is the nearest double, which is what strtod returns
// (Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990, section 4). For a float they are 7 and 10.
// Where there are more, or the number is hexadecimal, its characters are used with their values.
#include <locale.h>
#include <string.h>

#include "runtime/base/runtime.h"
#include "runtime/strings/string_call.h"
#include "runtime/symbolic/concretizations.h"
#include "runtime/symbolic/floating.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

namespace {

constexpr unsigned kWide = 64;        // digits are put together in this width
constexpr int kMostExponent = 10000;  // of which no more digits are looked at

struct Exact {
  unsigned digits;
  int power;
};
constexpr Exact exact_for(unsigned width) { return width == 64 ? Exact{15, 22} : Exact{7, 10}; }

class DecimalReader {
 public:
  DecimalReader(const char* text, std::uintptr_t site) : at_(text), site_(site) {}

  // False: it has another form, or more digits than are exact.
  bool read(unsigned width) {
    while (is(space(here()))) ++at_;
    negative_ = is(letter('-'));
    if (negative_ || is(letter('+'))) ++at_;
    if (is(equal(small_letter(), constant(8, 'i')))) {
      follows_text("infinity");
      return true;
    }
    if (is(equal(small_letter(), constant(8, 'n')))) return !follows_text("nan") || !is(letter('('));
    if (is_hexadecimal()) return false;
    read_digits();
    if (is(letter('.'))) {
      ++at_;
      fraction_ = true;
      read_digits();
    }
    if (digits_ == 0) return true;
    read_exponent();
    power_ -= fraction_digits_;
    const Exact exact = exact_for(width);
    return digits_ <= exact.digits && power_ >= -exact.power && power_ <= exact.power;
  }

  // What was read, as a number of `width` bits.
  [[nodiscard]] Word number(unsigned width) const {
    const auto whole = [width](const Word& word) {
      return floating_operation(SLEAVE_OP_float_of_unsigned, width, word, word);
    };
    Word result = whole(mantissa_);
    Word factor = whole(constant(kWide, 1));
    const auto power = static_cast<unsigned>(power_ < 0 ? -power_ : power_);
    for (unsigned i = 0; i < power; ++i) {
      factor = floating_operation(SLEAVE_OP_float_mul, width, factor, whole(constant(kWide, 10)));
    }
    const sleave_expression_op scaling = power_ < 0 ? SLEAVE_OP_float_div : SLEAVE_OP_float_mul;
    if (power != 0) result = floating_operation(scaling, width, result, factor);
    if (!negative_) return result;
    const Word minus_zero = constant(width, sleave_uint128{1} << (width - 1));
    return floating_operation(SLEAVE_OP_float_sub, width, minus_zero, result);
  }

 private:
  [[nodiscard]] Word here() const { return shadow_byte(at_, site_); }
  [[nodiscard]] Word small_letter() const { return binary(SLEAVE_OP_bit_or, here(), constant(8, 0x20)); }
  [[nodiscard]] Word letter(char wanted) const { return equal(here(), constant(8, static_cast<unsigned>(wanted))); }

  [[nodiscard]] bool is(const Word& path_constraint) const {
    learn(SLEAVE_PATH_CONSTRAINT_result, path_constraint, site_);
    return path_constraint.value != 0;
  }

  static Word among(const Word& byte, unsigned first, unsigned count) {
    return below(binary(SLEAVE_OP_sub, byte, constant(8, first)), constant(8, count));
  }
  static Word space(const Word& byte) {
    return binary(SLEAVE_OP_bit_or, equal(byte, constant(8, ' ')), among(byte, '\t', 5));
  }

  // Looks at characters up to the first that is another one.
  bool follows_text(const char* wanted) {
    for (; *wanted != 0; ++wanted, ++at_) {
      if (!is(equal(small_letter(), constant(8, static_cast<unsigned>(*wanted))))) return false;
    }
    return true;
  }

  bool is_hexadecimal() {
    if (!is(letter('0'))) return false;
    ++at_;
    const bool hexadecimal = is(equal(small_letter(), constant(8, 'x')));
    --at_;
    return hexadecimal;
  }

  void read_digits() {
    while (is(among(here(), '0', 10))) {
      const Word digit = zero_extended(binary(SLEAVE_OP_sub, here(), constant(8, '0')), kWide);
      if (digits_ < exact_for(kWide).digits) {
        mantissa_ = binary(SLEAVE_OP_add, binary(SLEAVE_OP_mul, mantissa_, constant(kWide, 10)), digit);
      }
      ++digits_;
      fraction_digits_ += fraction_ ? 1 : 0;
      ++at_;
    }
  }

  // Its value is fixed: with another one the number would be made in another way.
  void read_exponent() {
    if (!is(equal(small_letter(), constant(8, 'e')))) return;
    ++at_;
    const bool negative = is(letter('-'));
    if (negative || is(letter('+'))) ++at_;
    Word exponent = constant(kWide, 0);
    while (is(among(here(), '0', 10))) {
      const Word digit = zero_extended(binary(SLEAVE_OP_sub, here(), constant(8, '0')), kWide);
      exponent = binary(SLEAVE_OP_add, binary(SLEAVE_OP_mul, exponent, constant(kWide, 10)), digit);
      if (exponent.value > kMostExponent) exponent = fixed(exponent, kMostExponent);
      ++at_;
    }
    exponent = fixed(exponent, static_cast<int>(exponent.value));
    power_ += negative ? -static_cast<int>(exponent.value) : static_cast<int>(exponent.value);
  }

  [[nodiscard]] Word fixed(const Word& word, int value) const {
    learn(SLEAVE_PATH_CONSTRAINT_value, word, site_);
    return constant(kWide, static_cast<unsigned>(value));
  }

  const char* at_;
  std::uintptr_t site_;
  bool negative_ = false;
  bool fraction_ = false;
  unsigned digits_ = 0;
  int fraction_digits_ = 0;
  int power_ = 0;
  Word mantissa_ = constant(kWide, 0);
};

}  // namespace

void StringCall::read_decimal(const char* text, const char* end, unsigned width, sleave_uint128 value) const {
  if (!follows() || !shadow_knows_some(text, static_cast<std::uint64_t>(end - text) + 1)) return;
  if (!rounds_as_usual(site_)) return;
  const bool point_is_usual = strcmp(localeconv()->decimal_point, ".") == 0;
  DecimalReader reader(text, site_);
  if (!point_is_usual || !reader.read(width)) {
    for (const char* at = text; at <= end; ++at) learn(SLEAVE_PATH_CONSTRAINT_value, shadow_byte(at, site_), site_);
    return;
  }
  const Word number = reader.number(width);
  if (!number.follows()) return;
  if (number.value != value) lose(SLEAVE_CONCRETIZATION_operation, site_);
  give(number, value);
}

}  // namespace sleave::rt

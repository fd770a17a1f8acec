// Numbers in texts, as strtol and its relatives read them: what each character was is a path constraint, the number is
// an expression over the digits.
#include "runtime/base/runtime.h"
#include "runtime/strings/string_call.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

namespace {

constexpr unsigned kWide = 128;  // numbers are put together in this width

class NumberReader {
 public:
  NumberReader(const char* text, unsigned base, std::uintptr_t site) : at_(text), base_(base), site_(site) {}

  // The number without its sign.
  Word read() {
    while (is(space(here()))) ++at_;
    negative_ = is(equal(here(), constant(8, '-')));
    if (negative_ || is(equal(here(), constant(8, '+')))) ++at_;
    read_prefix();
    Word number = constant(kWide, 0);
    Word digit = constant(8, 0);
    while (next_digit(digit)) {
      const Word scaled = binary(SLEAVE_OP_mul, number, constant(kWide, base_));
      number = binary(SLEAVE_OP_add, scaled, zero_extended(digit, kWide));
      too_long_ = too_long_ || number.value >> (kWide - 8) != 0;
      if (too_long_) learn(SLEAVE_PATH_CONSTRAINT_value, number, site_);
      if (too_long_) number = constant(kWide, ones(kWide - 8));
    }
    return number;
  }

  [[nodiscard]] bool negative() const { return negative_; }

 private:
  [[nodiscard]] Word here() const { return shadow_byte(at_, site_); }

  [[nodiscard]] bool is(const Word& path_constraint) const {
    learn(SLEAVE_PATH_CONSTRAINT_result, path_constraint, site_);
    return path_constraint.value != 0;
  }

  // Counted from `first`, one of `count`.
  static Word among(const Word& byte, unsigned first, unsigned count) {
    return below(binary(SLEAVE_OP_sub, byte, constant(8, first)), constant(8, count));
  }

  static Word space(const Word& byte) {
    return binary(SLEAVE_OP_bit_or, equal(byte, constant(8, ' ')), among(byte, '\t', 5));
  }

  static Word small_letter(const Word& byte) { return binary(SLEAVE_OP_bit_or, byte, constant(8, 0x20)); }

  // 0x of a hexadecimal number, if a digit follows; a base that the text decides.
  void read_prefix() {
    if (base_ != 0 && base_ != 16) return;
    if (!is(equal(here(), constant(8, '0')))) {
      if (base_ == 0) base_ = 10;
      return;
    }
    const char* zero = at_++;
    if (is(equal(small_letter(here()), constant(8, 'x')))) {
      const unsigned given = base_;
      base_ = 16;
      const char* digits = ++at_;
      Word digit = constant(8, 0);
      if (next_digit(digit)) {
        at_ = digits;
        return;
      }
      base_ = given;
    }
    if (base_ == 0) base_ = 8;
    at_ = zero;
  }

  bool next_digit(Word& digit) {
    const Word byte = here();
    if (is(among(byte, '0', base_ < 10 ? base_ : 10))) {
      digit = binary(SLEAVE_OP_sub, byte, constant(8, '0'));
    } else if (base_ > 10 && is(among(small_letter(byte), 'a', base_ - 10))) {
      digit = binary(SLEAVE_OP_sub, small_letter(byte), constant(8, 'a' - 10));
    } else {
      return false;
    }
    ++at_;
    return true;
  }

  const char* at_;
  unsigned base_;
  std::uintptr_t site_;
  bool negative_ = false;
  bool too_long_ = false;
};

// The largest that fits; the smallest is one further from 0.
sleave_uint128 limit(const StringCall::Number& number, bool negative) {
  if (!number.is_signed) return ones(number.width);
  return ones(number.width - 1) + (negative ? 1 : 0);
}

}  // namespace

void StringCall::read_number(const char* text, const Number& number) const {
  if (!follows() || number.base == 1 || number.base > 36) return;
  learn(SLEAVE_PATH_CONSTRAINT_value, given_, site_);  // the base
  NumberReader reader(text, number.base, site_);
  const Word magnitude = reader.read();
  const Word too_large = below(constant(kWide, limit(number, reader.negative())), magnitude);
  learn_result(too_large);
  if (too_large.value != 0) return;
  const Word positive = extract(magnitude, 0, number.width);
  const Word result = reader.negative() ? binary(SLEAVE_OP_sub, constant(number.width, 0), positive) : positive;
  give(extract(result, 0, number.result_width), number.value);
}

}  // namespace sleave::rt

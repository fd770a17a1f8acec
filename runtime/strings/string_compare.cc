// Comparisons of strings and memory, as the difference of the first bytes that are not the same.
#include <ctype.h>

#include "runtime/base/raw.h"
#include "runtime/base/runtime.h"
#include "runtime/strings/string_call.h"
#include "runtime/symbolic/path_constraints.h"
#include "runtime/symbolic/shadow.h"

namespace sleave::rt {

namespace {

constexpr std::size_t kBlock = 256;  // bytes looked at before it is asked whether the comparison comes that far

// Whether upper-case letters are those of ASCII, and no others.
bool letters_are_ascii() {
  for (int c = 0; c < 256; ++c) {
    if (tolower(c) != (c >= 'A' && c <= 'Z' ? c + 32 : c)) return false;
  }
  return true;
}

Word lowered(const Word& byte) {
  if (!byte.follows()) return constant(8, static_cast<unsigned>(tolower(static_cast<int>(byte.value))));
  const Word upper = below(binary(SLEAVE_OP_sub, byte, constant(8, 'A')), constant(8, 26));
  return choose(upper, binary(SLEAVE_OP_add, byte, constant(8, 32)), byte);
}

class Comparing {
 public:
  Comparing(Comparison how, const void* a, const void* b, std::uintptr_t site)
      : how_(how), a_(static_cast<const char*>(a)), b_(static_cast<const char*>(b)), site_(site) {}

  // Looks at the next bytes, as far as the comparison can come with other input. False: it may come further still;
  // ended() says whether it did. How many they are does not depend on how far this run came: if it did, what is learned
  // here would not tell this run from one with another input. (Memory is compared as a whole, and all of it is there.)
  bool reach(std::size_t looked_at, std::size_t most) {
    for (std::size_t block = 0; end_ < most; ++end_, ++block) {
      if (how_ != Comparison::bytes && block == kBlock) return false;
      if (end_ >= looked_at && !readable(end_)) return false;
      if (surely_last(end_)) {
        ++end_;
        return true;
      }
    }
    return true;
  }

  // The bytes at `i` are the same and the comparison goes on.
  [[nodiscard]] Word goes_on(std::size_t i) const {
    const Word a = left(i);
    const Word b = right(i);
    const Word same = equal(a, b);
    if (how_ == Comparison::bytes) return same;
    const Word end = equal(b.follows() ? a : b, constant(8, 0));  // of either, as they are the same
    if (!end.follows()) return end.value != 0 ? constant(1, 0) : same;
    return binary(SLEAVE_OP_bit_and, same, inverted(end));
  }

  [[nodiscard]] Word result() const {
    Word rest = constant(32, 0);
    for (std::size_t i = end_; i-- > 0;) {
      const Word a = left(i);
      const Word b = right(i);
      if (!a.follows() && !b.follows() && a.value == b.value && i + 1 != end_) continue;
      const Word difference = binary(SLEAVE_OP_sub, zero_extended(a, 32), zero_extended(b, 32));
      rest = choose(goes_on(i), rest, difference);
    }
    return rest;
  }

  // Whether it ended before what was not looked at.
  [[nodiscard]] Word ended() const {
    Word on = constant(1, 1);
    for (std::size_t i = 0; i < end_; ++i) on = binary(SLEAVE_OP_bit_and, on, goes_on(i));
    return inverted(on);
  }

 private:
  [[nodiscard]] Word byte(const char* address) const {
    const Word found = shadow_byte(address, site_);
    return how_ == Comparison::letters_alike ? lowered(found) : found;
  }
  [[nodiscard]] Word left(std::size_t i) const { return byte(a_ + i); }
  [[nodiscard]] Word right(std::size_t i) const { return byte(b_ + i); }

  // The byte before is; a page is mapped as a whole.
  [[nodiscard]] bool readable(std::size_t i) const {
    const auto is_there = [i](const char* text) {
      const auto address = reinterpret_cast<std::uintptr_t>(text + i);
      return address % kSystemPageBytes != 0 || is_mapped(address);
    };
    return is_there(a_) && is_there(b_);
  }

  [[nodiscard]] bool surely_last(std::size_t i) const {
    const Word a = left(i);
    const Word b = right(i);
    const auto is_end = [](const Word& byte) { return !byte.follows() && byte.value == 0; };
    if (how_ != Comparison::bytes && (is_end(a) || is_end(b))) return true;
    return !a.follows() && !b.follows() && a.value != b.value;
  }

  Comparison how_;
  const char* a_;
  const char* b_;
  std::uintptr_t site_;
  std::size_t end_ = 0;
};

}  // namespace

void StringCall::compared(Comparison how, const void* a, const void* b, std::size_t looked_at, std::size_t most,
                          int result) const {
  if (!follows()) return;
  if (how == Comparison::letters_alike && !letters_are_ascii()) {
    for (std::size_t i = 0; i < looked_at; ++i) {
      learn(SLEAVE_PATH_CONSTRAINT_value, shadow_byte(static_cast<const char*>(a) + i, site_), site_);
      learn(SLEAVE_PATH_CONSTRAINT_value, shadow_byte(static_cast<const char*>(b) + i, site_), site_);
    }
    return;
  }
  Comparing comparing(how, a, b, site_);
  while (!comparing.reach(looked_at, most)) {
    const Word ended = comparing.ended();
    learn_result(ended);
    if (ended.value != 0) break;
  }
  give(comparing.result(), static_cast<unsigned>(result));
}

}  // namespace sleave::rt

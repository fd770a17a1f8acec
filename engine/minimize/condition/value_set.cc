#include "engine/minimize/condition/value_set.h"
#include "engine/expr/evaluate.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

namespace sleave {
namespace {

using expr::Expr;
using expr::Op;
using expr::Word;

struct Range {
  Word least = 0;
  Word most = 0;
  bool operator==(const Range&) const = default;
};

class Shape {
 public:
  Shape(Solving& solving, Expr word, Expr path_constraints, Expr taken, std::uint64_t value, const std::string& label,
        const Numbers& numbers)
      : solving_(solving),
        pool_(solving.pool()),
        word_(word),
        width_(pool_.width(word)),
        path_constraints_(path_constraints),
        taken_(taken),
        value_(value),
        label_(label),
        numbers_(numbers) {}

  std::optional<std::string> text() {
    for (const bool with_sign : {false, true}) {
      sign_ = with_sign ? expr::top_bit(width_) : 0;
      if (std::optional<std::string> range = as_range()) return range;
    }
    sign_ = 0;
    if (std::optional<std::string> other = as_exception()) return other;
    return as_bits();
  }

 private:
  Expr constant(Word value) { return pool_.constant(width_, value); }
  Expr both(Expr a, Expr b) { return pool_.binary(Op::bit_and, a, b); }
  Expr no(Expr path_constraint) { return pool_.negation(path_constraint); }
  Expr is(Word value) { return pool_.binary(Op::equal, word_, constant(value)); }

  // Bounds are in the order of numbers with or without sign.
  Expr at_most(Word bound) { return no(pool_.binary(sign_ == 0 ? Op::ult : Op::slt, constant(bound ^ sign_), word_)); }
  Expr at_least(Word bound) { return no(pool_.binary(sign_ == 0 ? Op::ult : Op::slt, word_, constant(bound ^ sign_))); }

  // Whether some value fulfils it. What the solver does not know counts as a reason to give up.
  bool possible(Expr path_constraint) {
    const solve::QueryAnswer answer = solving_.ask({}, path_constraint, {});
    if (answer.verdict == solve::Verdict::unknown) unknown_ = true;
    return answer.verdict == solve::Verdict::satisfiable;
  }

  // The outermost values that fulfil it; one does.
  Range hull(Expr path_constraint) {
    Range range{0, expr::ones(width_)};
    for (Word low = 0, high = range.most; !unknown_ && low <= high;) {
      const Word middle = low + (high - low) / 2;
      if (low == high) {
        range.least = low;
        break;
      }
      if (possible(both(path_constraint, at_most(middle)))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    for (Word low = range.least, high = range.most; !unknown_ && low <= high;) {
      const Word middle = low + (high - low) / 2 + (high - low) % 2;
      if (low == high) {
        range.most = high;
        break;
      }
      if (possible(both(path_constraint, at_least(middle)))) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return range;
  }

  bool says_the_same(Expr path_constraint) {
    return !unknown_ && say_the_same(solving_, path_constraint, path_constraints_, taken_);
  }

  std::optional<std::string> as_range() {
    const Range all = hull(taken_);
    const Range range = hull(both(taken_, path_constraints_));
    if (unknown_ || !says_the_same(both(at_least(range.least), at_most(range.most)))) return std::nullopt;
    if (range == all) return std::nullopt;
    if (range.least == range.most) return fmt::format("{} == {}", label_, number(range.least));
    if (range.least == all.least && range.most == all.most - 1) return unlike(all.most);
    if (range.most == all.most && range.least == all.least + 1) return unlike(all.least);
    if (range.least == all.least) return fmt::format("{} <= {}", label_, number(range.most));
    if (range.most == all.most || is_largest_with_sign(range))
      return fmt::format("{} >= {}", label_, number(range.least));
    return fmt::format("{} <= {} <= {}", number(range.least), label_, number(range.most));
  }

  // Of an int the numbers from something up end there, though as a word there are larger ones.
  [[nodiscard]] bool is_largest_with_sign(const Range& range) const {
    return sign_ == 0 && width_ >= 32 && range.most == expr::top_bit(width_) - 1;
  }

  std::string unlike(Word value) { return fmt::format("{} != {}", label_, number(value)); }

  // All values but one.
  std::optional<std::string> as_exception() {
    const solve::QueryAnswer answer = solving_.ask({}, both(taken_, no(path_constraints_)), {});
    if (answer.verdict != solve::Verdict::satisfiable || !answer.input) return std::nullopt;
    expr::Evaluation evaluation(pool_);
    evaluation.set_input(*answer.input);
    const Word value = evaluation.value(word_);
    return says_the_same(no(is(value))) ? std::optional(unlike(value)) : std::nullopt;
  }

  // Certain bits have certain values, and perhaps the whole is within bounds.
  std::optional<std::string> as_bits() {
    if (numbers_.base != 0) return std::nullopt;
    Word mask = 0;
    for (unsigned bit = 0; bit < width_ && !unknown_; ++bit) {
      const Word one = Word{1} << bit;
      const Expr other = pool_.binary(Op::equal, pool_.extract(word_, bit, 1), pool_.constant(1, (value_ & one) == 0));
      if (!possible(both(taken_, both(path_constraints_, other)))) mask |= one;
    }
    if (mask == 0 || unknown_) return std::nullopt;
    const Word wanted = value_ & mask;
    const Expr masked = pool_.binary(Op::equal, pool_.binary(Op::bit_and, word_, constant(mask)), constant(wanted));
    std::string bits = bits_text(static_cast<std::uint64_t>(mask), static_cast<std::uint64_t>(wanted));
    if (says_the_same(masked)) return bits;
    const Range range = hull(both(taken_, path_constraints_));
    if (unknown_ || !says_the_same(both(masked, both(at_least(range.least), at_most(range.most))))) return std::nullopt;
    return fmt::format("{} and {} <= {} <= {}", bits, number(range.least), label_, number(range.most));
  }

  [[nodiscard]] std::string bits_text(std::uint64_t mask, std::uint64_t wanted) const {
    if (!std::has_single_bit(mask + 1)) return fmt::format("({} & 0x{:x}) == 0x{:x}", label_, mask, wanted);
    return fmt::format("{} % {} == {}", label_, mask + 1, wanted);
  }

  [[nodiscard]] std::string number(Word bound) const {
    const Word value = bound ^ sign_;
    const bool plain = value >= 0x20 && value < 0x7f && value != '\'' && value != '\\';
    if (numbers_.characters && plain) return fmt::format("'{}'", static_cast<char>(value));
    const auto low = static_cast<std::uint64_t>(value);
    if (numbers_.base != 0)
      return fmt::format("{}", static_cast<std::int64_t>(low + static_cast<std::uint64_t>(numbers_.base)));
    if (sign_ != 0) return fmt::format("{}", static_cast<std::int64_t>(expr::as_signed(value, width_)));
    return fmt::format("{}", low);
  }

  Solving& solving_;
  expr::Pool& pool_;
  Expr word_;
  unsigned width_;
  Expr path_constraints_;
  Expr taken_;
  Word value_;
  std::string label_;
  Numbers numbers_;
  Word sign_ = 0;  // the bit that is turned to compare with sign
  bool unknown_ = false;
};

}  // namespace

bool say_the_same(Solving& solving, Expr a, Expr b, Expr taken) {
  expr::Pool& pool = solving.pool();
  const Expr differ = pool.negation(pool.binary(Op::equal, a, b));
  return solving.ask({}, pool.binary(Op::bit_and, taken, differ), {}).verdict == solve::Verdict::unsatisfiable;
}

std::optional<std::string> value_set_text(Solving& solving, Expr word, Expr path_constraints, Expr taken,
                                          std::uint64_t value, const std::string& label, const Numbers& numbers) {
  return Shape(solving, word, path_constraints, taken, value, label, numbers).text();
}

}  // namespace sleave

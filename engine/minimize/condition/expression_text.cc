#include "engine/minimize/condition/expression_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace sleave {
namespace {

using expr::Expr;
using expr::Node;
using expr::Op;
using expr::Pool;
using expr::Word;

// What stands where, for parentheses: an operand that binds weaker than its operation gets them.
enum Strength { kChoice, kOr, kAnd, kComparison, kBits, kShift, kSum, kProduct, kSingle };

struct Text {
  std::string text;
  Strength strength = kSingle;
};

class Writer {
 public:
  Writer(const Pool& pool, const std::vector<InputWord>& words, std::size_t most)
      : pool_(pool), words_(words), most_(most) {}

  std::optional<std::string> write(Expr e) {
    Text text = of(e);
    if (too_long_ || text.text.size() > most_) return std::nullopt;
    return std::move(text.text);
  }

 private:
  // The bytes of which a word is put together, the lowest first; nothing if there is more to it than that.
  [[nodiscard]] std::optional<std::vector<std::uint32_t>> bytes_of(Expr e) const {
    const Node& node = pool_.node(e);
    if (node.op == Op::input) return std::vector{node.detail};
    if (node.op != Op::concat) return std::nullopt;
    std::optional<std::vector<std::uint32_t>> lower = bytes_of(node.operands[1]);
    if (!lower || pool_.is_constant(node.operands[0], 0)) return lower;
    const std::optional<std::vector<std::uint32_t>> upper = bytes_of(node.operands[0]);
    if (!upper) return std::nullopt;
    lower->insert(lower->end(), upper->begin(), upper->end());
    return lower;
  }

  // The name of an input, or of a part of one.
  [[nodiscard]] std::optional<Text> named(Expr e) const {
    const std::optional<std::vector<std::uint32_t>> bytes = bytes_of(e);
    if (!bytes) return std::nullopt;
    for (const InputWord& word : words_) {
      const auto place = std::search(word.numbers.begin(), word.numbers.end(), bytes->begin(), bytes->end());
      if (place == word.numbers.end()) continue;
      if (bytes->size() == word.numbers.size()) return shifted(word);
      const auto first = place - word.numbers.begin();
      if (bytes->size() == 1) return Text{fmt::format("{}[{}]", word.label, first), kSingle};
      const auto last = first + static_cast<std::ptrdiff_t>(bytes->size()) - 1;
      return Text{fmt::format("{}[{}..{}]", word.label, first, last), kSingle};
    }
    return std::nullopt;
  }

  // Programs add its low end to a number of a range; here it stands alone.
  static Text shifted(const InputWord& word) {
    if (word.base == 0) return {word.label, kSingle};
    if (word.base < 0) return {fmt::format("{} + {}", word.label, 0 - static_cast<std::uint64_t>(word.base)), kSum};
    return {fmt::format("{} - {}", word.label, word.base), kSum};
  }

  // A sum that is an input with its low end.
  [[nodiscard]] std::optional<Text> named_sum(const Node& node) const {
    if (!pool_.is_constant(node.operands[1])) return std::nullopt;
    const std::optional<std::vector<std::uint32_t>> bytes = bytes_of(node.operands[0]);
    if (!bytes) return std::nullopt;
    for (const InputWord& word : words_) {
      const Word base = static_cast<Word>(static_cast<expr::SignedWord>(word.base)) & expr::ones(node.width);
      if (word.base != 0 && *bytes == word.numbers && pool_.is_constant(node.operands[1], base)) {
        return Text{word.label, kSingle};
      }
    }
    return std::nullopt;
  }

  // What a conjunction is made of.
  void collect(Expr e, std::vector<Expr>& parts) const {
    const Node& node = pool_.node(e);
    if (node.op != Op::bit_and) return parts.push_back(e);
    collect(node.operands[0], parts);
    collect(node.operands[1], parts);
  }

  // Two words are equal: said byte by byte, and of what the longer one has more, that it is zero.
  [[nodiscard]] bool are_equal(const InputWord& a, const InputWord& b, const std::vector<Expr>& parts) const {
    const std::size_t most = std::max(a.numbers.size(), b.numbers.size());
    if (parts.size() != most || a.base != b.base) return false;
    const auto is_byte = [&](Expr e, std::uint32_t number) {
      return pool_.is(e, Op::input) && pool_.node(e).detail == number;
    };
    const auto says = [&](Expr part, std::size_t i) {
      const auto [left, right, unused] = pool_.node(part).operands;
      const bool both = i < a.numbers.size() && i < b.numbers.size();
      if (!both)
        return is_byte(left, i < a.numbers.size() ? a.numbers[i] : b.numbers[i]) && pool_.is_constant(right, 0);
      return (is_byte(left, a.numbers[i]) && is_byte(right, b.numbers[i])) ||
             (is_byte(left, b.numbers[i]) && is_byte(right, a.numbers[i]));
    };
    for (std::size_t i = 0; i < most; ++i) {
      const bool found = std::any_of(parts.begin(), parts.end(),
                                     [&](Expr part) { return pool_.is(part, Op::equal) && says(part, i); });
      if (!found) return false;
    }
    return true;
  }

  // "a == b", with any other sign between them, of an equality of two inputs that was taken apart.
  [[nodiscard]] std::optional<Text> equality(Expr e, const char* sign) const {
    std::vector<Expr> parts;
    collect(e, parts);
    for (const InputWord& a : words_) {
      for (const InputWord& b : words_) {
        if (&a < &b && are_equal(a, b, parts)) return Text{a.label + sign + b.label, kComparison};
      }
    }
    return std::nullopt;
  }

  std::string operand(Expr e, Strength weakest) {
    Text text = of(e);
    return text.strength < weakest ? "(" + text.text + ")" : std::move(text.text);
  }

  Text of(Expr e) {
    if (++nodes_ > most_) too_long_ = true;
    if (too_long_) return {};
    if (std::optional<Text> name = named(e)) return std::move(*name);
    const Node& node = pool_.node(e);
    switch (node.op) {
      case Op::constant:
        return {number(node.value, node.width), kSingle};
      case Op::bit_and:
        if (std::optional<Text> equal = equality(e, " == "); equal && node.width == 1) return std::move(*equal);
        return binary(node);
      case Op::bit_not:
        return node.width == 1 ? negated(node.operands[0]) : Text{"~" + operand(node.operands[0], kSingle), kSingle};
      case Op::extract:
        return bits(node);
      case Op::sign_extend:
        return of(node.operands[0]);
      case Op::concat:
        return joined(node);
      case Op::choose:
        return {fmt::format("{} ? {} : {}", operand(node.operands[0], kOr), operand(node.operands[1], kOr),
                            operand(node.operands[2], kOr)),
                kChoice};
      default:
        if (!is_floating(node.op)) return binary(node);
        too_long_ = true;
        return {"", kSingle};
    }
  }

  static std::string number(Word value, unsigned width) {
    if (width > 64 && value >> 64 != 0) return "a large number";
    return fmt::format("{}", static_cast<std::uint64_t>(value));
  }

  // Part of a word: which bits of it.
  Text bits(const Node& node) {
    const Expr whole = node.operands[0];
    const Word left_out = expr::ones(pool_.width(whole)) & ~expr::ones(node.detail + node.width);
    const bool all = (pool_.known(whole).zeros & left_out) == left_out;
    if (node.detail == 0 && all) return of(whole);
    if (node.detail == 0) {
      return {fmt::format("{} & 0x{:x}", operand(whole, kShift), static_cast<std::uint64_t>(expr::ones(node.width))),
              kBits};
    }
    const std::string down = fmt::format("{} >> {}", operand(whole, kSum), node.detail);
    if (all) return {down, kShift};
    return {fmt::format("({}) & 0x{:x}", down, static_cast<std::uint64_t>(expr::ones(node.width))), kBits};
  }

  // Side by side: widened, or shifted up.
  Text joined(const Node& node) {
    const auto [upper, lower, unused] = node.operands;
    if (pool_.is_constant(upper, 0)) return of(lower);
    const std::string up = fmt::format("{} << {}", operand(upper, kSum), pool_.width(lower));
    if (pool_.is_constant(lower, 0)) return {up, kShift};
    return {fmt::format("({}) | {}", up, operand(lower, kShift)), kBits};
  }

  Text binary(const Node& node) {
    if (node.op == Op::ult && pool_.is_constant(node.operands[1])) {
      if (std::optional<Text> range = as_range(node.operands[0], pool_.node(node.operands[1]).value)) {
        return std::move(*range);
      }
    }
    if (node.op == Op::add) {
      if (std::optional<Text> name = named_sum(node)) return std::move(*name);
      if (pool_.is_constant(node.operands[1])) {
        const Word value = pool_.node(node.operands[1]).value;
        const Word minus = (~value + 1) & expr::ones(node.width);
        if (minus < value) return infix(node.operands[0], " - ", number(minus, node.width), kSum);
      }
    }
    switch (node.op) {
      case Op::add:
        return infix(node, " + ", kSum);
      case Op::sub:
        return infix(node, " - ", kSum);
      case Op::mul:
        return infix(node, " * ", kProduct);
      case Op::udiv:
      case Op::sdiv:
        return infix(node, " / ", kProduct);
      case Op::urem:
      case Op::srem:
        return infix(node, " % ", kProduct);
      case Op::shl:
        return infix(node, " << ", kShift);
      case Op::lshr:
      case Op::ashr:
        return infix(node, " >> ", kShift);
      case Op::bit_and:
        return node.width == 1 ? infix(node, " && ", kAnd) : infix(node, " & ", kBits);
      case Op::bit_or:
        return node.width == 1 ? infix(node, " || ", kOr) : infix(node, " | ", kBits);
      case Op::bit_xor:
        return node.width == 1 ? infix(node, " != ", kComparison) : infix(node, " ^ ", kBits);
      default:
        return comparison(node, true);
    }
  }

  // x - 48 < 10 without signs: from 48 to 57.
  std::optional<Text> as_range(Expr sum, Word count) {
    if (!pool_.is(sum, Op::add)) return std::nullopt;
    const auto [word, addend, unused] = pool_.node(sum).operands;
    if (!pool_.is_constant(addend)) return std::nullopt;
    const unsigned width = pool_.width(sum);
    const Word low = (~pool_.node(addend).value + 1) & expr::ones(width);
    if (low == 0 || count == 0 || count - 1 > expr::ones(width) - low) return std::nullopt;
    return Text{
        fmt::format("{} <= {} <= {}", number(low, width), operand(word, kShift), number(low + count - 1, width)),
        kComparison};
  }

  // x - 50 >= 251 of a byte: what wraps round, from 45 to 49.
  std::optional<Text> as_range_below(const Node& comparison) {
    const auto [sum, bound, unused] = comparison.operands;
    if (!pool_.is(sum, Op::add) || !pool_.is_constant(bound)) return std::nullopt;
    const auto [word, addend, unused_too] = pool_.node(sum).operands;
    if (!pool_.is_constant(addend)) return std::nullopt;
    const unsigned width = pool_.width(sum);
    const Word end = (~pool_.node(addend).value + 1) & expr::ones(width);
    const Word count = (~pool_.node(bound).value + 1) & expr::ones(width);
    if (count == 0 || count > end) return std::nullopt;
    return Text{
        fmt::format("{} <= {} <= {}", number(end - count, width), operand(word, kShift), number(end - 1, width)),
        kComparison};
  }

  Text infix(const Node& node, const char* sign, Strength strength) {
    // C reads "a & b == c" otherwise than most people do: bits stand in parentheses.
    const auto weakest = strength == kComparison || strength == kBits ? kShift : static_cast<Strength>(strength + 1);
    const bool repeats = node.op == Op::add || node.op == Op::mul || strength == kAnd || strength == kOr;
    std::string left = operand(node.operands[0], repeats ? strength : weakest);
    return {left + sign + operand(node.operands[1], repeats ? strength : weakest), strength};
  }
  Text infix(Expr left, const char* sign, const std::string& right, Strength strength) {
    return {operand(left, strength) + sign + right, strength};
  }

  // With a constant on the right, where people look for it.
  Text comparison(const Node& node, bool holds) {
    const auto [left, right, unused] = node.operands;
    if (node.op == Op::equal) return {side(node, left) + (holds ? " == " : " != ") + side(node, right), kComparison};
    if (!pool_.is_constant(left)) {
      return {side(node, left) + (holds ? " < " : " >= ") + side(node, right), kComparison};
    }
    return {side(node, right) + (holds ? " > " : " <= ") + side(node, left), kComparison};
  }

  std::string side(const Node& comparison, Expr e) {
    const Node& node = pool_.node(e);
    const bool below_zero = (node.value & expr::top_bit(node.width)) != 0;
    if (comparison.op != Op::slt || node.op != Op::constant || !below_zero) return operand(e, kShift);
    return "-" + number((~node.value + 1) & expr::ones(node.width), node.width);
  }

  Text negated(Expr path_constraint) {
    if (std::optional<Text> unequal = equality(path_constraint, " != ")) return std::move(*unequal);
    const Node& node = pool_.node(path_constraint);
    const auto [left, right, unused] = node.operands;
    switch (node.op) {
      case Op::ult:
        if (pool_.is_constant(left)) {
          if (std::optional<Text> range = as_range(right, pool_.node(left).value + 1)) return std::move(*range);
        }
        if (std::optional<Text> range = as_range_below(node)) return std::move(*range);
        return comparison(node, false);
      case Op::equal:
      case Op::slt:
        return comparison(node, false);
      case Op::bit_and:
      case Op::bit_or: {
        const bool either = node.op == Op::bit_and;
        const Strength strength = either ? kOr : kAnd;
        return {unless(left, strength) + (either ? " || " : " && ") + unless(right, strength), strength};
      }
      case Op::bit_not:
        return of(left);
      default:
        return {"!" + operand(path_constraint, kSingle), kSingle};
    }
  }

  std::string unless(Expr path_constraint, Strength weakest) {
    Text text = negated(path_constraint);
    return text.strength < weakest ? "(" + text.text + ")" : std::move(text.text);
  }

  const Pool& pool_;
  const std::vector<InputWord>& words_;
  std::size_t most_;
  std::size_t nodes_ = 0;
  bool too_long_ = false;
};

}  // namespace

std::optional<std::string> expression_text(const Pool& pool, Expr e, const std::vector<InputWord>& words,
                                           std::size_t most) {
  return Writer(pool, words, most).write(e);
}

}  // namespace sleave

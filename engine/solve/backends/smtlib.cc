#include "engine/solve/backends/smtlib.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/solve/backends/floating_parts.h"

namespace sleave::solve {
namespace {

using expr::Op;

std::string word_sort(unsigned width) { return fmt::format("(_ BitVec {})", width); }

const char* name_of(Op op) {
  constexpr std::array<const char*, expr::kOps> kNames{
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) smtlib,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
  };
  return kNames[static_cast<std::size_t>(op)];
}

const char* format_of(unsigned width) { return width == 64 ? "11 53" : "8 24"; }

std::string number_of(const std::string& word, unsigned width) {
  return fmt::format("((_ to_fp {}) {})", format_of(width), word);
}

const char* path_constraint_name_of(Op op) {
  switch (op) {
    case Op::bit_not:
      return "not";
    case Op::bit_and:
      return "and";
    case Op::bit_or:
      return "or";
    default:
      return "xor";
  }
}

}  // namespace

std::string smtlib_input_name(std::uint32_t byte) { return fmt::format("in{}", byte); }

SmtlibTerms::Term SmtlibTerms::define(const std::string& sort, const std::string& term) {
  std::string name = fmt::format("e{}", sorts_.size());
  definitions_ += fmt::format("(define-fun {} () {} {})\n", name, sort, term);
  sorts_.push_back(sort);
  return name;
}

std::string SmtlibTerms::take_definitions() { return std::exchange(definitions_, {}); }

SmtlibTerms::Term SmtlibTerms::constant(unsigned width, expr::Word value) {
  std::string bits = "#b";
  for (unsigned i = width; i-- > 0;) bits += ((value >> i) & 1) != 0 ? '1' : '0';
  return bits;
}

SmtlibTerms::Term SmtlibTerms::input(std::uint32_t byte) {
  const std::string name = smtlib_input_name(byte);
  if (std::find(inputs_.begin(), inputs_.end(), byte) == inputs_.end()) {
    inputs_.push_back(byte);
    definitions_ += fmt::format("(declare-const {} (_ BitVec 8))\n", name);
  }
  return name;
}

SmtlibTerms::Term SmtlibTerms::word_operation(const expr::Node& node, const expr::Shape& shape, const Term* operands) {
  std::string term;
  switch (node.op) {
    case Op::extract:
      term = fmt::format("((_ extract {} {}) {})", node.detail + node.width - 1, node.detail, operands[0]);
      break;
    case Op::sign_extend:
      term = fmt::format("((_ sign_extend {}) {})", node.width - shape.operand_width, operands[0]);
      break;
    case Op::bit_not:
      term = fmt::format("(bvnot {})", operands[0]);
      break;
    default:
      if (is_floating(node.op)) return floating_operation(node, shape, operands);
      term = fmt::format("({} {} {})", name_of(node.op), operands[0], operands[1]);
      break;
  }
  return define(word_sort(node.width), term);
}

// A word that holds the number; of one that is none its bits are left open.
SmtlibTerms::Term SmtlibTerms::word_of_number(const std::string& number, unsigned width) {
  std::string name = fmt::format("e{}", sorts_.size());
  definitions_ += fmt::format("(declare-const {} {})\n(assert (= {} {}))\n", name, word_sort(width),
                              number_of(name, width), number);
  sorts_.push_back(word_sort(width));
  return name;
}

SmtlibTerms::Term SmtlibTerms::floating_operation(const expr::Node& node, const expr::Shape& shape,
                                                  const Term* operands) {
  const unsigned width = shape.operand_width;
  const char* name = name_of(node.op);
  const std::string a = number_of(operands[0], width);
  switch (node.op) {
    case Op::float_below:
    case Op::float_equal:
      return define(word_sort(1), fmt::format("(ite ({} {} {}) #b1 #b0)", name, a, number_of(operands[1], width)));
    case Op::float_of_signed:
    case Op::float_of_unsigned:
      return word_of_number(fmt::format("((_ {} {}) RNE {})", name, format_of(node.width), operands[0]), node.width);
    case Op::float_resize:
      return word_of_number(fmt::format("((_ {} {}) RNE {})", name, format_of(node.width), a), node.width);
    case Op::float_to_signed:
    case Op::float_to_unsigned: {
      const Op back = node.op == Op::float_to_signed ? Op::float_of_signed : Op::float_of_unsigned;
      const Term word = define(word_sort(node.width), fmt::format("((_ {} {}) RTZ {})", name, node.width, a));
      const std::string whole = fmt::format("(fp.roundToIntegral RTZ {})", a);
      const std::string fits =
          fmt::format("(fp.eq {} ((_ {} {}) RTZ {}))", whole, name_of(back), format_of(width), word);
      return define(word_sort(node.width),
                    fmt::format("(ite {} {} {})", fits, word, constant(node.width, expr::top_bit(node.width))));
    }
    case Op::float_add:
    case Op::float_sub:
    case Op::float_mul:
    case Op::float_div:
      return word_of_number(fmt::format("({} RNE {} {})", name, a, number_of(operands[1], width)), width);
    case Op::float_sqrt:
      return word_of_number(fmt::format("({} RNE {})", name, a), width);
    default:
      return word_of_number(fmt::format("(fp.roundToIntegral {} {})", name, a), width);
  }
}

SmtlibTerms::Term SmtlibTerms::comparison(Op op, const Term& a, const Term& b) {
  const char* name = op == Op::equal ? "=" : op == Op::ult ? "bvult" : "bvslt";
  return define("Bool", fmt::format("({} {} {})", name, a, b));
}

SmtlibTerms::Term SmtlibTerms::boolean_operation(Op op, const Term* operands) {
  if (op == Op::bit_not) return define("Bool", fmt::format("(not {})", operands[0]));
  return define("Bool", fmt::format("({} {} {})", path_constraint_name_of(op), operands[0], operands[1]));
}

SmtlibTerms::Term SmtlibTerms::choose(const Term& condition, const Term& yes, const Term& no) {
  return define(sort_of(yes), fmt::format("(ite {} {} {})", condition, yes, no));
}

std::string SmtlibTerms::sort_of(const Term& term) const {
  if (term.starts_with("#b")) return word_sort(static_cast<unsigned>(term.size() - 2));
  if (term.starts_with("in")) return word_sort(8);
  if (term.starts_with("e")) return sorts_[std::stoul(term.substr(1))];
  return "Bool";
}

std::string smtlib_script(const expr::Pool& pool, std::span<const expr::Expr> path_constraints) {
  SmtlibTerms terms;
  Translation translation(pool, terms);
  std::string asserted;
  for (const expr::Expr path_constraint : path_constraints)
    asserted += fmt::format("(assert {})\n", translation.of(path_constraint));
  const char* logic = FloatingParts(pool).any(path_constraints) ? "QF_BVFP" : "QF_BV";
  return fmt::format("(set-logic {})\n{}{}(check-sat)\n(get-model)\n", logic, terms.take_definitions(), asserted);
}

}  // namespace sleave::solve

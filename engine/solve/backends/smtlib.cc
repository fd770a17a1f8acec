#include "engine/solve/backends/smtlib.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

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
      term = fmt::format("({} {} {})", name_of(node.op), operands[0], operands[1]);
      break;
  }
  return define(word_sort(node.width), term);
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
  return fmt::format("(set-logic QF_BV)\n{}{}(check-sat)\n(get-model)\n", terms.take_definitions(), asserted);
}

}  // namespace sleave::solve

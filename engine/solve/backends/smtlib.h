// Expressions as SMT-LIB 2 text, and queries as scripts that any solver reads.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/solve/backends/translation.h"

namespace sleave::solve {

// Terms are names: each operation is defined once (`define-fun`), so that shared parts stay shared. What was defined
// since the last call is in `take_definitions`.
class SmtlibTerms {
 public:
  using Term = std::string;

  Term constant(unsigned width, expr::Word value);
  Term boolean(bool value) { return value ? "true" : "false"; }
  Term input(std::uint32_t byte);
  Term word_of(const Term& term) { return "(ite " + term + " #b1 #b0)"; }
  Term boolean_of(const Term& word) { return define("Bool", "(= " + word + " #b1)"); }
  Term word_operation(const expr::Node& node, const expr::Shape& shape, const Term* operands);
  Term comparison(expr::Op op, const Term& a, const Term& b);
  Term boolean_operation(expr::Op op, const Term* operands);
  Term choose(const Term& condition, const Term& yes, const Term& no);

  std::string take_definitions();
  // All input bytes that were declared.
  [[nodiscard]] const std::vector<std::uint32_t>& inputs() const { return inputs_; }

 private:
  Term define(const std::string& sort, const std::string& term);
  Term floating_operation(const expr::Node& node, const expr::Shape& shape, const Term* operands);
  Term word_of_number(const std::string& number, unsigned width);
  // The sort of a term: all that were defined are known, literals show theirs.
  [[nodiscard]] std::string sort_of(const Term& term) const;

  std::string definitions_;
  std::vector<std::string> sorts_;  // of the defined terms, by number
  std::vector<std::uint32_t> inputs_;
};

std::string smtlib_input_name(std::uint32_t byte);

// A whole script that asks whether all `path constraints` can hold.
std::string smtlib_script(const expr::Pool& pool, std::span<const expr::Expr> path_constraints);

}  // namespace sleave::solve

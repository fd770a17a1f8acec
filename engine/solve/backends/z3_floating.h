// Floating-point operations as terms of Z3's theory of them.
#pragma once

#include <z3++.h>

#include "engine/expr/pool.h"

namespace sleave::solve {

class Z3Floating {
 public:
  explicit Z3Floating(z3::context& context) : context_(context) {}

  // `x`: words of the operands; the result is a word too. The bits of a result that is no number are left open, so that
  // there may be values that the processor does not give: those of an answer are to be checked.
  z3::expr operation(const expr::Node& node, const expr::Shape& shape, const z3::expr* x);

 private:
  [[nodiscard]] z3::sort sort(unsigned width) const;
  [[nodiscard]] z3::expr mode(expr::Op op) const;
  [[nodiscard]] z3::expr made(Z3_ast term) const;
  [[nodiscard]] z3::expr number(const z3::expr& word) const;
  [[nodiscard]] z3::expr limit(unsigned width, unsigned exponent, bool negative) const;
  [[nodiscard]] z3::expr rounded(const z3::expr& x, expr::Op op) const;
  z3::expr word(const z3::expr& number, unsigned width);
  z3::expr whole_part(const expr::Node& node, const z3::expr& x, unsigned width);
  z3::expr arithmetic(expr::Op op, const z3::expr& a, const z3::expr& b) const;

  z3::context& context_;
  unsigned open_ = 0;  // words that were left open
};

}  // namespace sleave::solve

// Is the simplifier right? Random computations are built twice: through the pool, and straight as terms of Z3; Z3 says
// whether any input tells them apart.
#include <gtest/gtest.h>
#include <z3++.h>

#include <string>

#include "engine/base/test_size.h"
#include "engine/expr/random_words_test.h"
#include "engine/solve/backends/smtlib.h"

namespace sleave::solve {
namespace {

using expr::Op;
using expr::Step;

class Plain {
 public:
  explicit Plain(z3::context& context) : context_(context) {}

  z3::expr word(unsigned width, std::uint64_t value) { return context_.bv_val(value, width); }

  z3::expr of(const Step& step, const std::vector<z3::expr>& made) {
    const auto x = [&](int i) { return made[step.operands[i]]; };
    const auto path_constraint = [&](const z3::expr& condition) { return z3::ite(condition, word(1, 1), word(1, 0)); };
    switch (step.op) {
      case Op::constant:
        return word(step.width, step.constant);
      case Op::input:
        return context_.bv_const(("in" + std::to_string(step.constant)).c_str(), 8);
      case Op::bit_not:
        return ~x(0);
      case Op::extract:
        return x(0).extract(step.low + step.width - 1, step.low);
      case Op::sign_extend:
        return z3::sext(x(0), step.width - x(0).get_sort().bv_size());
      case Op::concat:
        return z3::concat(x(0), x(1));
      case Op::add:
        return x(0) + x(1);
      case Op::sub:
        return x(0) - x(1);
      case Op::mul:
        return x(0) * x(1);
      case Op::udiv:
        return z3::udiv(x(0), x(1));
      case Op::urem:
        return z3::urem(x(0), x(1));
      case Op::sdiv:
        return x(0) / x(1);
      case Op::srem:
        return z3::srem(x(0), x(1));
      case Op::bit_and:
        return x(0) & x(1);
      case Op::bit_or:
        return x(0) | x(1);
      case Op::bit_xor:
        return x(0) ^ x(1);
      case Op::shl:
        return z3::shl(x(0), x(1));
      case Op::lshr:
        return z3::lshr(x(0), x(1));
      case Op::ashr:
        return z3::ashr(x(0), x(1));
      case Op::equal:
        return path_constraint(x(0) == x(1));
      case Op::ult:
        return path_constraint(z3::ult(x(0), x(1)));
      case Op::slt:
        return path_constraint(x(0) < x(1));
      case Op::choose:
        return z3::ite(x(0) == word(1, 1), x(1), x(2));
      default:  // floating-point numbers: engine/expr/floating_test.cc
        break;
    }
    return word(1, 0);
  }

 private:
  z3::context& context_;
};

// Is there an input for which `simplified`, as SMT-LIB text, is not `plain`?
z3::check_result can_differ(z3::context& context, const expr::Pool& pool, expr::Expr simplified,
                            const z3::expr& plain) {
  SmtlibTerms terms;
  Translation translation(pool, terms);
  const std::string term = translation.of(simplified);
  const std::string sort =
      pool.width(simplified) == 1 ? "Bool" : "(_ BitVec " + std::to_string(pool.width(simplified)) + ")";
  const std::string script =
      terms.take_definitions() + "(declare-const result " + sort + ")\n(assert (= result " + term + "))\n";
  z3::solver solver(context);
  z3::params params(context);
  params.set("rlimit", 2'000'000u);
  solver.set(params);
  solver.from_string(script.c_str());
  if (pool.width(simplified) == 1) {
    solver.add(context.bool_const("result") != (plain == context.bv_val(1, 1)));
  } else {
    solver.add(context.bv_const("result", pool.width(simplified)) != plain);
  }
  return solver.check();
}

TEST(Simplifier, IsProvedRightByZ3) {
  const std::uint64_t programs = test_size(60, 5'000);
  std::uint64_t proved = 0;
  std::uint64_t open = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    Rng rng(seed * 7919);
    const std::vector<Step> steps = expr::random_steps(rng, 16, 3);
    expr::Pool pool;
    const std::vector<expr::Expr> made = expr::build(pool, steps);
    z3::context context;
    Plain plain(context);
    std::vector<z3::expr> terms;
    for (const Step& step : steps) terms.push_back(plain.of(step, terms));
    const z3::check_result result = can_differ(context, pool, made.back(), terms.back());
    ASSERT_NE(result, z3::sat) << "seed " << seed;
    ++(result == z3::unsat ? proved : open);
  }
  EXPECT_GE(proved, programs * 9 / 10) << open << " were too hard";
}

}  // namespace
}  // namespace sleave::solve

#include "engine/expr/path.h"

#include <array>
#include <cstdint>

namespace sleave::expr {

Turn turn_of(std::uint32_t path_constraint_kind) {
  constexpr std::array kTurns{
#define SLEAVE_PATH_CONSTRAINT(name, turns, words) Turn::turns,
#include "abi/path_constraints.def"
#undef SLEAVE_PATH_CONSTRAINT
  };
  return kTurns[path_constraint_kind];
}

namespace {

// A case is the comparison of a word with a constant.
std::uint64_t option_of(const Trace& trace, const sleave_trace_path_constraint& path_constraint) {
  if (path_constraint.kind != SLEAVE_PATH_CONSTRAINT_case) return 0;
  for (const std::uint32_t operand : trace.expressions[path_constraint.expression].operands) {
    if (operand != 0 && operand < trace.expressions.size() && trace.expressions[operand].op == SLEAVE_OP_constant) {
      return trace.expressions[operand].value[0];
    }
  }
  return 0;
}

}  // namespace

Result<Path> path_of(const Trace& trace, Pool& pool, Variables& variables, Compare compare) {
  const Import import(trace, pool, variables, compare);
  const auto wrong = [](const std::string& what) { return Error{Tier::internal, what}; };
  if (!import.problem().empty()) return wrong(import.problem());
  Path path;
  path.path_constraints.reserve(trace.path_constraints.size());
  for (const sleave_trace_path_constraint& path_constraint : trace.path_constraints) {
    const sleave_trace_expression& expression = trace.expressions[path_constraint.expression];
    const Expr word = import[path_constraint.expression];
    const Word value = Word{expression.value[1]} << 64 | expression.value[0];
    if (turn_of(path_constraint.kind) != Turn::OTHER && expression.width != 1)
      return wrong("a path constraint of a run has more than 1 bit");
    if ((value & ~ones(expression.width)) != 0)
      return wrong("a path constraint of a run has a value that does not fit");
    path.path_constraints.push_back({.word = word,
                                     .value = value,
                                     .held = pool.binary(Op::equal, word, pool.constant(expression.width, value)),
                                     .kind = path_constraint.kind,
                                     .thread = path_constraint.thread,
                                     .site = path_constraint.site,
                                     .option = option_of(trace, path_constraint),
                                     .index = path_constraint.index,
                                     .position = path_constraint.position});
  }
  path.values = variables.values(trace);
  return path;
}

}  // namespace sleave::expr

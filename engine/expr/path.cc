#include "engine/expr/path.h"

#include <array>
#include <cstdint>

namespace sleave::expr {

Turn turn_of(std::uint32_t truth_kind) {
  constexpr std::array kTurns{
#define SLEAVE_TRUTH(name, turns, words) Turn::turns,
#include "abi/truths.def"
#undef SLEAVE_TRUTH
  };
  return kTurns[truth_kind];
}

namespace {

// A case is the comparison of a word with a constant.
std::uint64_t option_of(const Trace& trace, const sleave_trace_truth& truth) {
  if (truth.kind != SLEAVE_TRUTH_case) return 0;
  for (const std::uint32_t operand : trace.expressions[truth.expression].operands) {
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
  path.truths.reserve(trace.truths.size());
  for (const sleave_trace_truth& truth : trace.truths) {
    const sleave_trace_expression& expression = trace.expressions[truth.expression];
    const Expr word = import[truth.expression];
    const Word value = Word{expression.value[1]} << 64 | expression.value[0];
    if (turn_of(truth.kind) != Turn::OTHER && expression.width != 1)
      return wrong("a truth of a run has more than 1 bit");
    if ((value & ~ones(expression.width)) != 0) return wrong("a truth of a run has a value that does not fit");
    path.truths.push_back({.word = word,
                           .value = value,
                           .held = pool.binary(Op::equal, word, pool.constant(expression.width, value)),
                           .kind = truth.kind,
                           .thread = truth.thread,
                           .site = truth.site,
                           .option = option_of(trace, truth),
                           .index = truth.index,
                           .position = truth.position});
  }
  path.values = variables.values(trace);
  return path;
}

}  // namespace sleave::expr

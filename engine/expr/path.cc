#include "engine/expr/path.h"

#include <array>
#include <cstdint>

#include "engine/base/rng.h"

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

// A case is the comparison of a word with a constant, or several of them, for words of more than 128 bits.
std::uint64_t compared_with(const Trace& trace, std::uint32_t number) {
  const sleave_trace_expression& comparison = trace.expressions[number];
  std::uint64_t option = 0;
  for (unsigned i = 0; i < operands_of(static_cast<Op>(comparison.op)); ++i) {
    const std::uint32_t operand = comparison.operands[i];
    if (operand == 0 || operand >= number) continue;
    const sleave_trace_expression& each = trace.expressions[operand];
    if (each.op == SLEAVE_OP_constant)
      option = each.value[1] == 0 ? each.value[0] : mix64(each.value[1] ^ each.value[0]);
    if (each.op == SLEAVE_OP_equal) option = mix64(option) ^ compared_with(trace, operand);
    if (each.op == SLEAVE_OP_bit_and) option ^= compared_with(trace, operand);
  }
  return option;
}

std::uint64_t option_of(const Trace& trace, const sleave_trace_path_constraint& path_constraint) {
  return path_constraint.kind == SLEAVE_PATH_CONSTRAINT_case ? compared_with(trace, path_constraint.expression) : 0;
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
    if (turn_of(path_constraint.kind) == Turn::OTHER && !pool.is_constant(word)) {
      path.words.push_back({word, value, path_constraint.thread});
    }
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

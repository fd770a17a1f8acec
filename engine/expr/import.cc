#include "engine/expr/import.h"

#include <fmt/format.h>

#include <array>

#include "abi/inputs/floating.h"
#include "engine/expr/evaluate.h"

namespace sleave::expr {
namespace {

Word word_of(const sleave_trace_expression& expression) {
  return Word{expression.value[1]} << 64 | expression.value[0];
}

const char* name_of(std::uint8_t op) {
  constexpr std::array kNames{
#define SLEAVE_EXPRESSION(name, operands, smtlib, meaning) #name,
#include "abi/expressions.def"
#undef SLEAVE_EXPRESSION
  };
  return kNames[op];
}

}  // namespace

Import::Import(const Trace& trace, Pool& pool, Variables& variables, Compare compare)
    : pool_(pool), bytes_(variables.learn(trace)), made_(trace.expressions.size()) {
  mark_needed(trace);
  for (std::uint32_t number = 1; number < trace.expressions.size(); ++number) {
    if (needed_[number] == 0) continue;
    const sleave_trace_expression& expression = trace.expressions[number];
    if (make(expression, number)) continue;
    problem_ = fmt::format("expression {} of a run ({}, {} bits) does not fit its operands", number,
                           name_of(expression.op), expression.width);
    return;
  }
  if (compare == Compare::values) compare_values(trace, variables);
}

void Import::mark_needed(const Trace& trace) {
  needed_.resize(trace.expressions.size());
  for (const sleave_trace_path_constraint& path_constraint : trace.path_constraints)
    needed_[path_constraint.expression] = 1;
  for (const sleave_event& event : trace.events) {
    if (event.expression != 0) needed_[event.expression] = 1;
  }
  for (std::size_t number = needed_.size(); number-- > 1;) {
    const sleave_trace_expression& expression = trace.expressions[number];
    if (needed_[number] == 0) continue;
    for (unsigned i = 0; i < operands_of(static_cast<Op>(expression.op)); ++i) needed_[expression.operands[i]] = 1;
  }
}

bool Import::make(const sleave_trace_expression& expression, std::uint32_t number) {
  const auto op = static_cast<Op>(expression.op);
  const unsigned width = expression.width;
  const unsigned count = operands_of(op);
  std::array<Expr, 3> operands{};
  std::array<unsigned, 3> widths{};
  for (unsigned i = 0; i < count; ++i) {
    operands[i] = made_[expression.operands[i]];
    widths[i] = pool_.width(operands[i]);
  }
  const auto [a, b, c] = operands;
  Expr& made = made_[number];
  switch (op) {
    case Op::constant:
      if ((word_of(expression) & ~ones(width)) != 0) return false;
      made = pool_.constant(width, word_of(expression));
      return true;
    case Op::input: {
      const std::uint32_t variable = bytes_[expression.operands[0]];
      if (width != 8 || variable == Variables::kNone) return false;
      made = pool_.input(variable);
      return true;
    }
    case Op::bit_not:
      if (widths[0] != width) return false;
      made = pool_.unary(op, a);
      return true;
    case Op::extract:
      if (expression.operands[1] > kMostBits || expression.operands[1] + width > widths[0]) return false;
      made = pool_.extract(a, expression.operands[1], width);
      return true;
    case Op::sign_extend:
      if (width < widths[0]) return false;
      made = pool_.sign_extend(a, width);
      return true;
    case Op::concat:
      if (widths[0] + widths[1] != width) return false;
      made = pool_.concat(a, b);
      return true;
    case Op::choose:
      if (widths[0] != 1 || widths[1] != width || widths[2] != width) return false;
      made = pool_.choose(a, b, c);
      return true;
    default:
      if (is_floating(op)) return make_floating(expression, number);
      if (widths[0] != widths[1] || width != (is_comparison(op) ? 1 : widths[0])) return false;
      made = pool_.binary(op, a, b);
      return true;
  }
}

bool Import::make_floating(const sleave_trace_expression& expression, std::uint32_t number) {
  const auto op = static_cast<Op>(expression.op);
  const Expr a = made_[expression.operands[0]];
  if (!floating::fits(expression.op, pool_.width(a), expression.width)) return false;
  if (is_conversion(op)) {
    made_[number] = pool_.convert(op, a, expression.width);
  } else if (operands_of(op) == 1) {
    made_[number] = pool_.unary(op, a);
  } else {
    const Expr b = made_[expression.operands[1]];
    if (pool_.width(a) != pool_.width(b)) return false;
    made_[number] = pool_.binary(op, a, b);
  }
  return true;
}

void Import::compare_values(const Trace& trace, const Variables& variables) {
  const Values values = variables.values(trace);
  Evaluation evaluation(pool_);
  evaluation.set_input(values);
  for (std::uint32_t number = 1; number < made_.size(); ++number) {
    if (needed_[number] == 0) continue;
    const sleave_trace_expression& expression = trace.expressions[number];
    if (evaluation.value(made_[number]) == word_of(expression)) continue;
    problem_ = fmt::format("expression {} of a run ({}, {} bits) does not have the value that the run recorded", number,
                           name_of(expression.op), expression.width);
    return;
  }
}

}  // namespace sleave::expr

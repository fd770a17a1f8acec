// Traces with inputs and expressions, made by hand for tests: what the runtime would have recorded.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "abi/words.h"
#include "engine/expr/word.h"
#include "engine/trace/trace.h"

namespace sleave::expr {

class Traced {
 public:
  Traced() {
    trace.header.magic = SLEAVE_TRACE_MAGIC;
    trace.header.version = SLEAVE_TRACE_VERSION;
    trace.header.outcome = SLEAVE_OUTCOME_exited;
    trace.expressions.emplace_back();
    add_thread();
  }

  std::uint32_t add_thread() {
    sleave_trace_thread thread{};
    thread.parent = trace.threads.empty() ? SLEAVE_NO_THREAD : 0;
    thread.ordinal = trace.threads.empty() ? 0 : static_cast<std::uint32_t>(trace.threads.size() - 1);
    thread.state = SLEAVE_THREAD_DONE;
    thread.pending_kind = SLEAVE_EV_COUNT;
    thread.pending_owner = SLEAVE_NO_THREAD;
    trace.threads.push_back(thread);
    return static_cast<std::uint32_t>(trace.threads.size() - 1);
  }

  // Expressions of its bytes, in order. `name` is used as the hash.
  std::vector<std::uint32_t> input(std::uint64_t name, const std::string& text, const std::vector<std::uint8_t>& bytes,
                                   std::uint32_t thread = 0) {
    sleave_trace_input asked{};
    asked.name = name;
    asked.thread = thread;
    asked.first = static_cast<std::uint32_t>(trace.input_bytes.size());
    asked.bytes = static_cast<std::uint32_t>(bytes.size());
    std::strncpy(asked.text, text.c_str(), sizeof asked.text - 1);
    trace.inputs.push_back(asked);
    std::vector<std::uint32_t> expressions;
    for (const std::uint8_t byte : bytes) {
      trace.input_bytes.push_back(byte);
      expressions.push_back(add(SLEAVE_OP_input, 8, {static_cast<std::uint32_t>(trace.input_bytes.size() - 1)}, byte));
    }
    return expressions;
  }

  std::uint32_t constant(unsigned width, Word value) { return add(SLEAVE_OP_constant, width, {}, value); }

  // Operands that fit; `low` of an extract.
  std::uint32_t make(Op op, unsigned width, std::array<std::uint32_t, 3> operands, unsigned low = 0) {
    const unsigned count = operands_of(op);
    std::array<Word, 3> values{};
    for (unsigned i = 0; i < count; ++i) values[i] = value(operands[i]);
    Shape shape{.width = width, .operand_width = width, .low = low};
    if (op != Op::choose) shape.operand_width = trace.expressions[operands[op == Op::concat ? 1 : 0]].width;
    if (op == Op::extract) operands[1] = low;
    return add(static_cast<std::uint8_t>(op), width, operands, apply(op, shape, values[0], values[1], values[2]));
  }

  // A byte compared with a constant.
  std::uint32_t is(std::uint32_t byte, std::uint8_t wanted) {
    return make(Op::equal, 1, {byte, constant(8, wanted), 0});
  }

  void path_constraint(std::uint32_t expression, sleave_path_constraint_kind kind = SLEAVE_PATH_CONSTRAINT_branch,
                       std::uint32_t thread = 0, std::uint64_t site = 0x100, std::uint64_t index = 0,
                       std::uint64_t position = 0) {
    sleave_trace_path_constraint path_constraint{};
    path_constraint.expression = expression;
    path_constraint.kind = kind;
    path_constraint.thread = thread;
    path_constraint.site = SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, site);
    path_constraint.index = index;
    path_constraint.position = position;
    trace.path_constraints.push_back(path_constraint);
  }

  [[nodiscard]] Word value(std::uint32_t expression) const {
    const sleave_trace_expression& entry = trace.expressions[expression];
    return Word{entry.value[1]} << 64 | entry.value[0];
  }

  Trace trace;

 private:
  std::uint32_t add(std::uint8_t op, unsigned width, std::array<std::uint32_t, 3> operands, Word value) {
    sleave_trace_expression expression{};
    expression.op = op;
    expression.width = static_cast<std::uint8_t>(width);
    for (unsigned i = 0; i < 3; ++i) expression.operands[i] = operands[i];
    expression.value[0] = static_cast<std::uint64_t>(value);
    expression.value[1] = static_cast<std::uint64_t>(value >> 64);
    trace.expressions.push_back(expression);
    return static_cast<std::uint32_t>(trace.expressions.size() - 1);
  }
};

}  // namespace sleave::expr

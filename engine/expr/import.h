// Import: the expressions of a trace in a pool.
//
// read_trace() has checked that operands come before what is made of them; here it is checked that they fit each other,
// and, if asked for, that every expression has the value on the run's input that the run recorded for it. A difference
// there is a mistake of Sleave, in the runtime or here, never of the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/expr/variables.h"
#include "engine/trace/trace.h"

namespace sleave::expr {

enum class Compare { nothing, values };

class Import {
 public:
  // Imports what path constraints and events of the trace refer to.
  Import(const Trace& trace, Pool& pool, Variables& variables, Compare compare);

  // Why nothing else here means anything; empty: no problem.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  // Of an expression number that a path constraint or an event has, and that is not 0.
  [[nodiscard]] Expr operator[](std::uint32_t number) const { return made_[number]; }

 private:
  void mark_needed(const Trace& trace);
  bool make(const sleave_trace_expression& expression, std::uint32_t number);
  bool make_floating(const sleave_trace_expression& expression, std::uint32_t number);
  void compare_values(const Trace& trace, const Variables& variables);

  Pool& pool_;
  std::vector<std::uint32_t> bytes_;  // variables by their place in the trace
  std::vector<std::uint8_t> needed_;
  std::vector<Expr> made_;
  std::string problem_;
};

}  // namespace sleave::expr

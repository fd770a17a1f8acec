// Sweep: enumerates the possible inputs, byte by byte, as far as path constraints hold.
//
// Bytes are given values one after the other; a path constraint is checked as soon as all its bytes have one, and if it
// does not hold, the bytes after them are not enumerated. What was computed from bytes that stay is kept. So a query
// about 17 bits takes some milliseconds however expensive its operations are for a solver: here a division costs as
// much as an addition.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expr/inputs.h"
#include "engine/expr/pool.h"

namespace sleave::solve {

class Sweep {
 public:
  struct Byte {
    std::uint32_t number = 0;
    std::vector<std::uint8_t> values;  // at least one
  };
  enum class End { found, none, given_up };

  // `bytes`: all that the path constraints are about, at least one.
  Sweep(const expr::Pool& pool, expr::Inputs& inputs, std::span<const Byte> bytes,
        std::span<const expr::Expr> path_constraints);

  // Gives up after `most_operations`.
  End run(std::uint64_t most_operations);

  [[nodiscard]] std::uint64_t operations() const { return operations_; }
  // After `found`: of a byte, by its number.
  [[nodiscard]] std::uint8_t value_of(std::uint32_t number) const;

 private:
  struct Operation {
    expr::Op op;
    expr::Shape shape;
    std::uint32_t operands[3];  // their places in values_
    std::uint32_t result;
  };
  // What is computed once a byte has a value, and the path constraints that can be looked at then.
  struct Level {
    Byte byte;
    std::size_t at = 0;  // which of its values
    std::uint32_t place = 0;
    std::vector<Operation> operations = {};
    std::vector<std::uint32_t> path_constraints = {};
  };

  void order(std::span<const Byte> bytes, std::span<const expr::Expr> path_constraints);
  void compile(std::span<const expr::Expr> path_constraints);
  [[nodiscard]] std::size_t level_of(expr::Expr e);
  bool holds(const Level& level);

  const expr::Pool& pool_;
  expr::Inputs& inputs_;
  std::vector<Level> levels_;
  std::vector<expr::Word> values_;
  std::uint64_t operations_ = 0;
};

}  // namespace sleave::solve

// Sweep: enumerates the possible inputs, byte by byte, as far as path constraints hold.
//
// Bytes are given values one after the other; a path constraint is checked as soon as all its bytes have one, and if it
// does not hold, the bytes after them are not enumerated. What was computed from bytes that stay is kept. So a query
// about 17 bits takes some milliseconds however expensive its operations are for a solver: here a division costs as
// much as an addition.
//
// The path constraints are compiled once to linear programs, one for each byte: what is to be computed when that byte
// has a value. They run on 32 values of the byte at a time (engine/expr/batch/lanes.h), and those that survive are
// resumed in their order. So the answer, and the operations that are counted, are the same as for one value after the
// other, which is how words of more than 64 bits are done.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/batch/lanes.h"
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
  enum class By { lanes, words };  // 32 values of a byte at a time, where no word has more than 64 bits; or one

  // `bytes`: all that the path constraints are about, at least one.
  Sweep(const expr::Pool& pool, expr::Inputs& inputs, std::span<const Byte> bytes,
        std::span<const expr::Expr> path_constraints, By by = By::lanes);

  // Gives up after `most_operations`.
  End run(std::uint64_t most_operations) {
    return by_ == By::lanes ? run_lanes(most_operations) : run_words(most_operations);
  }

  [[nodiscard]] By by() const { return by_; }
  // On one value of a byte: as many as it would take without lanes.
  [[nodiscard]] std::uint64_t operations() const { return operations_; }
  // After `found`: of a byte, by its number.
  [[nodiscard]] std::uint8_t value_of(std::uint32_t number) const;

 private:
  struct Operation {
    expr::Op op;
    expr::LaneFunction function;
    expr::Shape shape;
    std::uint32_t operands[3];  // their places
    std::uint32_t result;
  };
  // A path constraint, and the number of operations of its level after which it can be looked at.
  struct Check {
    std::size_t operations;
    std::uint32_t place;
  };
  // A value of a level above, which is the same in all lanes.
  struct Carried {
    std::uint32_t from;
    std::uint32_t to;
  };
  // What is computed once a byte has a value, and the path constraints that can be looked at then.
  struct Level {
    Byte byte;
    std::size_t at = 0;  // which of its values
    std::uint32_t place = 0;
    std::vector<Operation> operations = {};
    std::vector<Check> checks = {};
    std::vector<Carried> carried = {};  // to the levels below it
    std::size_t first = 0;              // of its values, in lane 0,
    std::size_t end = 0;                // and the first that is in no lane
    std::uint32_t surviving = 0;        // lanes
  };
  // Of an expression: the last level whose byte it depends on, and where its value is.
  struct Place {
    std::size_t level;
    std::uint32_t own;
    std::uint32_t below;  // the same for levels below; kNowhere: none needs it
  };
  static constexpr std::uint32_t kNowhere = ~0u;

  void order(std::span<const Byte> bytes, std::span<const expr::Expr> path_constraints);
  [[nodiscard]] bool all_have_lanes(std::span<const expr::Expr> path_constraints) const;
  void compile(std::span<const expr::Expr> path_constraints);
  void compile(expr::Expr path_constraint);
  void place(expr::Expr e, const expr::Node& node);
  [[nodiscard]] std::uint32_t operand_of(expr::Expr operand, std::size_t level);
  std::uint32_t new_place(expr::Word value);
  bool holds(const Level& level);
  End run_words(std::uint64_t most_operations);
  void compute_block(Level& level);
  void carry(const Level& level);
  End run_lanes(std::uint64_t most_operations);

  const expr::Pool& pool_;
  expr::Inputs& inputs_;
  By by_;
  std::vector<Level> levels_;
  std::vector<expr::Word> values_;  // by place; one value at a time,
  std::vector<expr::Lanes> lanes_;  // or 32
  std::uint32_t places_ = 0;
  std::unordered_map<std::uint32_t, std::size_t> level_of_byte_;
  std::unordered_map<std::uint32_t, Place> places_of_;  // by expression
  std::vector<expr::Expr> stack_;
  std::uint64_t operations_ = 0;
};

}  // namespace sleave::solve

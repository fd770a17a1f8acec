// Descent: looks for an input that satisfies path constraints by making their distance smaller (distance.h).
//
// It begins at an input and changes one variable at a time, to the best of 32 or more values around the one it has. A
// variable is a byte, or a word of bytes as the path constraints read it. Where no change helps, the path constraints
// that do not hold count more from there on; where that has not helped for a while, some bytes are drawn again. What it
// does depends on nothing but the query and the budget. It proves nothing if it finds nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/rng.h"
#include "engine/expr/pool.h"
#include "engine/solve/distance.h"
#include "engine/solve/solver.h"

namespace sleave::solve {

class Descent {
 public:
  explicit Descent(const expr::Pool& pool) : pool_(pool) {}

  // Values of all bytes that the path constraints are about; none: not found within `most_operations`, or words without
  // lanes.
  std::optional<Bytes> run(std::span<const expr::Expr> path_constraints, std::span<const std::uint8_t> start,
                           std::uint64_t most_operations);

  // On single words, over all runs.
  [[nodiscard]] std::uint64_t operations() const { return operations_; }

 private:
  using Variable = std::vector<std::size_t>;  // bytes by their place in the batch, the lowest first

  struct State {
    Distance distance;
    std::vector<std::uint8_t> values = {};  // of the batch's bytes
    std::uint64_t sum = 0;                  // their distance
    std::vector<Variable> variables = {};
  };

  void find_variables(std::span<const expr::Expr> path_constraints, State& state) const;
  bool improve(const Variable& variable, State& state);
  void measure(State& state);
  [[nodiscard]] std::vector<std::uint64_t> candidates(const Variable& variable, const State& state);
  void make_others_heavier(State& state);
  void draw(State& state);
  void measure_values(State& state);

  const expr::Pool& pool_;
  Rng rng_{1};
  std::uint64_t operations_ = 0;
};

}  // namespace sleave::solve

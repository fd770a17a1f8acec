// Checksums: path constraints that compare bytes of the input with a sum that is computed from others.
//
// A solver that is to satisfy one has to turn the whole computation around, or at least through gates, although any
// values of the summed bytes do: the stored bytes only need to be set to what is computed. So a query with checksums is
// solved without them, and then the stored bytes are computed, sums of stored sums after those.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/expr/evaluate.h"
#include "engine/expr/inputs.h"
#include "engine/expr/pool.h"
#include "engine/solve/circuit.h"

namespace sleave::solve {

struct Checksum {
  expr::Expr sum{};                    // its value is to be stored
  std::vector<std::uint32_t> bytes{};  // there: bytes of the input, the lowest first
};

class Checksums {
 public:
  Checksums(const expr::Pool& pool, expr::Inputs& inputs)
      : pool_(pool), inputs_(inputs), evaluation_(pool), size_(pool) {}

  // None if the path constraint is no such comparison, or one that is small enough for a solver.
  std::optional<Checksum> checksum_of(expr::Expr path_constraint);
  // Whether it is such a comparison, or that one fails, which is nearly always so.
  bool is_about_checksum(expr::Expr path_constraint);

  // Sets the stored bytes of those of the path constraints that are checksums. False: they do not hold then.
  bool store(std::span<const expr::Expr> path_constraints, std::vector<std::uint8_t>& input);

 private:
  std::optional<Checksum> checksum_of(expr::Expr stored, expr::Expr sum);

  const expr::Pool& pool_;
  expr::Inputs& inputs_;
  expr::Evaluation evaluation_;
  Circuit size_;
};

}  // namespace sleave::solve

// Random computations on input bytes, to be made both as expressions and by the processor's own arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/rng.h"
#include "engine/expr/pool.h"

namespace sleave::expr {

// One step of a computation; operands are earlier steps.
struct Step {
  Op op = Op::constant;
  unsigned width = 8;  // 1, 8, 16, 32 or 64
  std::size_t operands[3] = {};
  unsigned low = 0;            // extract
  std::uint64_t constant = 0;  // constant, and which byte for input
};

std::vector<Step> random_steps(Rng& rng, std::size_t count, std::uint32_t input_bytes);

// What each step is, as an expression.
std::vector<Expr> build(Pool& pool, std::span<const Step> steps);

// What each step gives, computed with the integers of the machine.
std::vector<std::uint64_t> compute(std::span<const Step> steps, std::span<const std::uint8_t> input);

std::vector<std::uint8_t> random_bytes(Rng& rng, std::size_t count);

}  // namespace sleave::expr

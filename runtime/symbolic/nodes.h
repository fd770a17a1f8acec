// The expressions of a run: each once, written into the trace as they are made. An expression's number is its index
// there; 0 is none. Every expression carries the value that it had in this run.
#pragma once

#include <cstdint>

#include "abi/hooks.h"
#include "abi/trace.h"
#include "abi/words.h"

namespace sleave::rt {

constexpr unsigned kMostBits = 128;

struct NewNode {
  sleave_expression_op op;
  unsigned width;
  std::uint32_t operands[3];
  sleave_uint128 value;
};

// The number of the expression; 0 if the trace has no room for another.
std::uint32_t node(const NewNode& wanted);

// Whether there is an expression with this number.
bool is_node(std::uint32_t number);
const sleave_trace_expression& node_at(std::uint32_t number);
sleave_uint128 value_of(std::uint32_t number);

// Makes room for entry 0. The plan has taken effect.
void nodes_start();

}  // namespace sleave::rt

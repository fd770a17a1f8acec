// Expressions over inputs as a person would write them in C: "p + q <= limit", "packet[5] == (packet[0] ^ 90)".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "abi/trace.h"
#include "engine/expr/pool.h"

namespace sleave {

// An input of the reported run, under the name that its report gives it.
struct InputWord {
  std::string label;
  std::vector<std::uint32_t> numbers;        // of its bytes, the lowest first (expr::Variables)
  std::int64_t base = 0;                     // what the program adds to it
  const sleave_trace_input* link = nullptr;  // of a shape, if it is one
};

// Nothing if it would be longer than `most` characters. A word that is an input, widened or not, has the input's name;
// parts of one are written like elements of an array of bytes. Signs are not written: what a signed comparison says is
// read as one.
std::optional<std::string> expression_text(const expr::Pool& pool, expr::Expr e, const std::vector<InputWord>& words,
                                           std::size_t most);

}  // namespace sleave

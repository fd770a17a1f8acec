// simplify: the same word, said with less.
//
// Local rules, applied before an expression is kept, so operands are simple already. What they are for: bytes that a
// program took apart and put together again become the bytes (concat and extract), arithmetic on widened bytes becomes
// narrow, comparisons with constants fall apart into comparisons of bytes, and what is known is decided. Each rule
// makes the expression smaller, or narrower, or moves it towards one of these forms:
//
//   constants on the right; sums with a constant, no differences with one; shifts by constants are concats;
//   concats nest to the right; a word with zeros on top is a concat with 0; x < 1 is x == 0; a signed comparison of
//   words whose signs are known is unsigned.
#pragma once

#include <optional>

#include "engine/expr/pool.h"

namespace sleave::expr {

// Nothing if `node` is as simple as we know.
std::optional<Expr> simplify(Pool& pool, const Node& node);

}  // namespace sleave::expr

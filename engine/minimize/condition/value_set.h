// The values of one word that satisfy some path constraints about it, as a short text: "33 <= n <= 64", "n !=
// 0",
// "(flags & 0x31) == 0x20". The solver checks that the text is equivalent to the path constraints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/expr/pool.h"
#include "engine/inputs/solving.h"

namespace sleave {

// How the numbers of a word are written.
struct Numbers {
  std::int64_t base = 0;    // is added
  bool characters = false;  // those that are printed are written as such
};

// Whether two path constraints are equivalent for all inputs for which `taken` holds. False if the solver does not
// know.
bool say_the_same(Solving& solving, expr::Expr a, expr::Expr b, expr::Expr taken);

// `path constraints`, of 1 bit, says something of `word` alone, and so does `taken`, which holds anyway. `value` of the
// word fulfils both. Nothing if no such text says the same.
std::optional<std::string> value_set_text(Solving& solving, expr::Expr word, expr::Expr path_constraints,
                                          expr::Expr taken, std::uint64_t value, const std::string& label,
                                          const Numbers& numbers);

}  // namespace sleave

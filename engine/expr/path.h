// Path: what a run's course depended on, in the order of the run. Any input for which all of it holds takes the same
// course under the same schedule, as far as nothing was lost.
#pragma once

#include <cstdint>
#include <vector>

#include "abi/words.h"
#include "engine/base/result.h"
#include "engine/expr/import.h"

namespace sleave::expr {

// What a search does about a path constraint: abi/path constraints.def.
enum class Turn : std::uint8_t { FLIP, OTHER, KEEP };

Turn turn_of(std::uint32_t path_constraint_kind);

struct PathConstraint {
  Expr word;               // what was looked at; of 1 bit if it can be flipped
  Word value = 0;          // which it had
  Expr held;               // that it had it, of 1 bit
  std::uint32_t kind = 0;  // sleave_path_constraint_kind
  std::uint32_t thread = 0;
  sleave_site site = 0;
  std::uint64_t option = 0;    // of a case of a switch: its value, the lower part
  std::uint64_t index = 0;     // POINT events of its thread, and
  std::uint64_t position = 0;  // of the run, before it

  [[nodiscard]] Turn turn() const { return turn_of(kind); }
};

// A word that a thread used as it was, such as an address.
struct UsedWord {
  Expr word;
  Word value = 0;
  std::uint32_t thread = 0;
};

struct Path {
  std::vector<PathConstraint> path_constraints;
  std::vector<UsedWord> words;
  Values values;  // of the run's input
};

// The import's problem, if it has one, as an internal error.
Result<Path> path_of(const Trace& trace, Pool& pool, Variables& variables, Compare compare);

}  // namespace sleave::expr

// What a query is answered with, and how all of them were answered (queries.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/solve/solver.h"

namespace sleave::solve {

using Input = std::vector<std::uint8_t>;

struct QueryCounts {
  std::uint64_t asked = 0;
  std::uint64_t fixed = 0;                  // true or false whatever the input
  std::uint64_t tried = 0;                  // an input at hand fits
  std::uint64_t repeated = 0;               // asked before
  std::uint64_t by_core = 0;                // contains what cannot hold together
  std::uint64_t enumerated = 0;             // few inputs are possible
  std::uint64_t summed = 0;                 // solved without its checksums, which were computed then
  std::uint64_t descended = 0;              // found by descent
  std::uint64_t solved = 0;                 // by the solver: satisfiable,
  std::uint64_t refuted = 0;                // unsatisfiable,
  std::uint64_t unknown = 0;                // or too hard, wrong ones included
  std::uint64_t wrong = 0;                  // answers that a check has shown to be wrong
  std::uint64_t path_constraints = 0;       // in all queries
  std::uint64_t path_constraints_sent = 0;  // of these, to the solver
  double seconds = 0;                       // in the solver
  std::uint64_t work = 0;                   // of the solver and of enumerating inputs, in the solver's own count
};

struct QueryAnswer {
  Verdict verdict = Verdict::unknown;
  // Satisfiable: the input at hand with the bytes changed that had to be. Unknown: an input for which the wanted path
  // constraint holds and perhaps not the others, if there was one: worth a run, proves nothing.
  std::optional<Input> input;
};

}  // namespace sleave::solve

// What a search knows about a program's inputs, and where it concretized them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "abi/words.h"
#include "engine/solve/query.h"

namespace sleave {

struct AliasCounts {
  std::uint64_t queries = 0;   // pairs of operations that were asked about,
  std::uint64_t answered = 0;  // and those with an input for which they may meet
  std::uint64_t met = 0;       // pairs of places that met in some run
};

struct InputReport {
  std::set<std::string> names{};  // that the program gives its inputs
  std::uint64_t bytes = 0;        // of all inputs that any run asked for
  std::uint64_t paths = 0;        // runs that differ in their path constraints
  std::uint64_t branches = 0;     // branches that depended on the input,
  std::uint64_t both_ways = 0;    // of them, those of which runs took both outcomes
  solve::QueryCounts queries{};   // how inputs were searched for
  // Why other inputs with other behavior may exist.
  std::map<sleave_concretization_kind, std::uint64_t> concretizations{};  // -> how often in any one run, at most
  std::uint64_t unsolved = 0;                                             // solver queries that were given up
  std::uint64_t cut_short = 0;  // words of which not all values were tried, and paths that are too long
  AliasCounts aliases{};        // queries about operations that meet
  std::uint64_t strayed = 0;    // runs that did not take the path of their input
  std::uint64_t wrong = 0;      // runs whose expressions differ from what the run computed: a bug of Sleave
  std::string wrong_why{};      // of the first
};

}  // namespace sleave

// What a search knows about a program's inputs, and where it concretized them.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "engine/solve/queries.h"

namespace sleave {

struct InputReport {
  std::set<std::string> names{};  // that the program gives its inputs
  std::uint64_t bytes = 0;        // of all inputs that any run asked for
  std::uint64_t paths = 0;        // runs that differ in what their course depended on
  std::uint64_t branches = 0;     // places where the course depended on the input,
  std::uint64_t both_ways = 0;    // of them, those where runs went both ways
  solve::QueryCounts queries{};   // how inputs were looked for
  // Why inputs may exist that would do something else.
  std::map<std::string, std::uint64_t>
      concretizations{};        // abi/concretizations.def in words -> how often in any one run, at most
  std::uint64_t unsolved = 0;   // questions that were too hard
  std::uint64_t cut_short = 0;  // words of which not all values were tried, paths too long to be followed
  std::uint64_t strayed = 0;    // runs that did not go where their input should have led
  std::uint64_t wrong = 0;      // runs whose expressions are not what the run computed: our mistake
  std::string wrong_why{};      // of the first
};

}  // namespace sleave

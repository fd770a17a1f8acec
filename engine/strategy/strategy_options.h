// What strategies are made from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/inputs/mutation.h"
#include "engine/inputs/solving_options.h"
#include "engine/model/bound.h"
#include "engine/model/choice_set.h"

namespace sleave {

struct StrategyOptions {
  std::uint64_t seed = 1;
  std::uint32_t depth = 3;      // pct
  ChoiceSet choices{};          // what plans may choose besides threads; nothing
  graph::Bound bound{};         // dpor; interference: of interferences
  std::uint32_t time_outs = 2;  // dpor: in a run
  std::string without{};        // what is left out: interference, optimizations with commas; predictions, solver; dpor,
                                // symmetry; concolic, aliases
  // Of memory: sc; dpor: also tso, c++20, rc11; auto: sc, and what C++20 allows beyond it is looked at and, by strategy
  // auto, run.
  std::string model = "auto";
  bool widens = false;                      // dpor: such a search continues under C++20
  std::uint64_t most_events = ~0ull;        // dpor: of each thread
  std::string inputs = "solve";             // where inputs come from: solve, random, own (as the program has them)
  std::vector<InputValues> given_inputs{};  // a corpus; random inputs are also changes of these
  SolvingOptions solving{};
  std::string predict = "auto";  // whether runs are predicted from: on, off, auto (with strategy auto)
};

// The same for a strategy that samples, which takes old stores by choices.
inline StrategyOptions sampling_options(StrategyOptions options) {
  options.choices.set(SLEAVE_CHOICE_read_from, options.model == "c++20");
  return options;
}

}  // namespace sleave

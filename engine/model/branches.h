// Branches on inputs: the interface through which the search of graphs uses a solver.
//
// A branch event records the branch outcome of its thread where the path depended on the program's inputs. Conditions
// are known here by numbers only. Which outcome is canonical may depend on the graph but not on the input in use: of a
// branch with two outcomes the first if there is an input for it, of a word its smallest value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sleave::graph {

constexpr std::uint32_t kNoCondition = 0xffffffff;

// What is known of a branch event from the run that made it, or repeated it.
struct Conditions {
  std::uint32_t held = kNoCondition;    // the condition of the outcome that was taken
  std::uint32_t better = kNoCondition;  // the condition of the outcomes that come before it; none: there are none
};

// Another outcome of a branch.
struct Turned {
  std::uint16_t outcome = 0;
  std::uint64_t value = 0;
  std::vector<std::uint8_t> input;  // with which it is taken
};

class Branches {
 public:
  virtual ~Branches() = default;

  // Whether an input is known to exist for which all of these hold.
  virtual bool possible(std::span<const std::uint32_t> holding, std::uint32_t wanted) = 0;

  // All other outcomes of the run's branch number `branch` while these hold.
  virtual std::vector<Turned> turned(std::span<const std::uint32_t> holding, std::uint32_t branch) = 0;
};

}  // namespace sleave::graph

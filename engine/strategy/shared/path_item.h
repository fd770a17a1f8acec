// PathItem: a work item of a search for paths, in bytes that mean the same in every process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/trace/plan.h"

namespace sleave {

// Inputs that a user has, each for a run.
using Seeds = std::vector<std::vector<Plan::Input>>;

struct PathItem {
  std::uint64_t schedule = 0;  // 0: the default one; others are sampled
  std::uint64_t bound = 0;     // the number of path constraints that the item's paths share
  std::uint64_t prefix = 0;    // hash of these
  std::vector<std::pair<std::uint32_t, std::uint32_t>> threads;  // as ThreadTable::Saved; that the plan names
  std::vector<Plan::Input> inputs;                               // with which a run takes one of these paths
  Seeds seeds{};                                                 // others, each of which takes one of these paths, too
  // Where `inputs` are a seed: those of the solver, for a run if that of the seed takes none of these paths after all.
  std::optional<std::vector<Plan::Input>> solved{};
};

std::vector<std::uint8_t> bytes_of(const Seeds& seeds);
std::vector<std::uint8_t> bytes_of(const PathItem& item);
// None: they are none of an item.
std::optional<Seeds> seeds_of(std::span<const std::uint8_t> bytes);
std::optional<PathItem> path_item_of(std::span<const std::uint8_t> bytes);

}  // namespace sleave

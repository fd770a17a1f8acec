#include "engine/strategy/dpor/knowledge.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "abi/layout.h"
#include "abi/trace.h"

namespace sleave {
namespace {

constexpr std::uint32_t kMostPlanThreads = 64;  // that a set of a plan has room for

// Threads that are alike in a row, from the first on. A group of which a thread is apart is none. Signals distinguish
// threads.
std::vector<graph::Symmetry::Group> groups_of(const LearnedFacts& facts) {
  if (!facts.signals.empty()) return {};
  std::map<std::uint32_t, std::uint32_t> younger;
  for (const auto& [place, elder] : facts.alike) younger[elder] = place;
  std::vector<graph::Symmetry::Group> groups;
  for (const auto& [first, second] : younger) {
    if (facts.alike.contains(first)) continue;
    graph::Symmetry::Group group{first};
    for (auto next = younger.find(first); next != younger.end(); next = younger.find(next->second)) {
      group.push_back(next->second);
    }
    const bool usable = std::none_of(group.begin(), group.end(), [&](std::uint32_t place) {
      return place >= kMostPlanThreads || facts.apart.contains(place);
    });
    if (usable) groups.push_back(std::move(group));
  }
  return groups;
}

std::map<std::uint32_t, graph::Symmetry::Own> own_memory(const LearnedFacts& facts) {
  std::map<std::uint32_t, graph::Symmetry::Own> own;
  for (const auto& [place, slot] : facts.slots) {
    own[place] = {SLEAVE_LOCATION(SLEAVE_SPACE_SLOT, slot, 0), SLEAVE_SLOT_BASE + SLEAVE_SLOT_BYTES * slot,
                  SLEAVE_SLOT_BYTES};
  }
  return own;
}

}  // namespace

Knowledge::Knowledge(LearnedFacts learned) : facts(std::move(learned)), symmetry(groups_of(facts), own_memory(facts)) {
  for (const graph::Symmetry::Group& group : symmetry.groups()) {
    for (std::size_t i = 1; i < group.size(); ++i) alike |= std::uint64_t{1} << group[i];
  }
}

}  // namespace sleave

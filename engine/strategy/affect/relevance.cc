#include "engine/strategy/affect/relevance.h"

#include <algorithm>
#include <map>

namespace sleave::affect {
namespace {

using Set = std::vector<std::uint32_t>;

Set together(const Set& a, const Set& b) {
  Set both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

Set without(const Set& a, const Set& b) {
  Set rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

}  // namespace

Relevance::Relevance(Known& known) {
  find_locations(known);
  find_live(known);
}

bool Relevance::is_idle(const Event& event) const {
  if (event.kind == Kind::other) return true;
  return (event.kind == Kind::read || event.kind == Kind::write) && !matters(event.location);
}

void Relevance::find_locations(Known& known) {
  const Forest& forest = known.forest();
  std::map<std::uint32_t, std::set<std::uint64_t>> read_at;  // by variable: locations
  std::map<std::uint64_t, std::set<std::uint32_t>> stored;   // by location: variables
  std::set<std::uint32_t> wanted;                            // variables whose values matter
  for (NodeId id = 0; id < forest.size(); ++id) {
    const Event& event = forest[id].event;
    if (event.kind == Kind::branch) {
      const Set& looked_at = known.variables(event.word);
      wanted.insert(looked_at.begin(), looked_at.end());
    } else if (event.kind == Kind::read) {
      for (const std::uint32_t variable : known.variables(event.symbol)) read_at[variable].insert(event.location);
    } else if (event.kind == Kind::write) {
      const Set& from = known.variables(event.value);
      stored[event.location].insert(from.begin(), from.end());
    }
  }
  std::vector<std::uint32_t> open(wanted.begin(), wanted.end());
  while (!open.empty()) {
    const std::uint32_t variable = open.back();
    open.pop_back();
    for (const std::uint64_t location : read_at[variable]) {
      if (!locations_.insert(location).second) continue;
      for (const std::uint32_t from : stored[location]) {
        if (wanted.insert(from).second) open.push_back(from);
      }
    }
  }
}

// From the leaves to the roots: events come after those before them in their thread.
void Relevance::find_live(Known& known) {
  const Forest& forest = known.forest();
  live_.resize(forest.size());
  for (NodeId id = static_cast<NodeId>(forest.size()); id-- > 0;) {
    const Node& node = forest[id];
    if (node.parent == kNone) continue;
    Set before = live_[id];
    if (node.event.kind == Kind::read) before = without(before, known.variables(node.event.symbol));
    if (node.event.kind == Kind::branch) before = together(before, known.variables(node.event.word));
    if (node.event.kind == Kind::write && matters(node.event.location)) {
      before = together(before, known.variables(node.event.value));
    }
    live_[node.parent] = together(live_[node.parent], before);
  }
}

}  // namespace sleave::affect

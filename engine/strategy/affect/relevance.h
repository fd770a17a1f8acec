// Relevance: which memory can change what a thread does. A location matters if a branch, an address or the identity of
// a lock depends on what was read there, or if what was read there is stored where it matters. All other accesses
// can be in a data race, and change nothing else.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "engine/strategy/affect/known.h"

namespace sleave::affect {

class Relevance {
 public:
  // Of what is known now.
  explicit Relevance(Known& known);

  [[nodiscard]] bool matters(std::uint64_t location) const { return locations_.contains(location); }
  // An access to memory that does not matter, or an event that concerns nobody else.
  [[nodiscard]] bool is_idle(const Event& event) const;
  // Variables whose values something after this event of its thread looks at.
  [[nodiscard]] std::span<const std::uint32_t> live(NodeId id) const { return live_[id]; }

 private:
  void find_locations(Known& known);
  void find_live(Known& known);

  std::set<std::uint64_t> locations_;
  std::vector<std::vector<std::uint32_t>> live_;  // by node; in order
};

}  // namespace sleave::affect

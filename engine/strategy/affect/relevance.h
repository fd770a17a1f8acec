// Relevance: which memory can change the behavior of a thread. A location matters if a branch, an address or the
// identity of a lock depends on a value read there, or if such a value is stored where it matters. All other accesses
// can be in a data race, but have no other effect.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "engine/strategy/affect/known.h"

namespace sleave::affect {

class Relevance {
 public:
  // For the events known now.
  explicit Relevance(Known& known);

  [[nodiscard]] bool matters(std::uint64_t location) const { return locations_.contains(location); }
  // An access to memory that does not matter, or an event that concerns no other thread.
  [[nodiscard]] bool is_idle(const Event& event) const;
  // Variables whose values are used after this event of its thread.
  [[nodiscard]] std::span<const std::uint32_t> live(NodeId id) const { return live_[id]; }

 private:
  void find_locations(Known& known);
  void find_live(Known& known);

  std::set<std::uint64_t> locations_;
  std::vector<std::vector<std::uint32_t>> live_;  // by node; in order
};

}  // namespace sleave::affect

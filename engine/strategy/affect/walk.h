// walk: enumerates every state that the known events allow, and lists the runs to make: to see what no run has shown,
// and to confirm data races and deadlocks.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "engine/strategy/affect/known.h"

namespace sleave::affect {

// A run to be made: these events first, in this order; then the thread continues.
struct Goal {
  enum class Kind : std::uint8_t { unknown, race, deadlock };
  Kind kind = Kind::unknown;
  std::vector<NodeId> order{};
  std::uint32_t thread = 0;
  // The unknown part: what the thread does after this event, its last known one; or after its creation.
  NodeId at = kNone;
  std::size_t known = 0;
  bool starts = false;
  std::uint64_t key = 0;     // of what is expected; the same for the same race, or the same deadlock
  std::uint64_t sites[2]{};  // race: the places of both accesses
};

struct Walked {
  std::vector<Goal> goals;
  std::uint64_t states = 0;
  bool cut_short = false;    // there were too many
  bool contradicts = false;  // a thread behaved differently after reading the same values
};

// `settled`: keys of races and deadlocks that are not looked for. `most`: states.
Walked walk(Known& known, const std::set<std::uint64_t>& settled, std::uint64_t most);

}  // namespace sleave::affect

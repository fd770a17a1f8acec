// KnownInputs: which inputs the runs so far have asked for, and random values for them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class KnownInputs {
 public:
  // Names, in the order seen, and sizes; of a link (abi/inputs/shape_link.h) the lower half of its `base`, with the
  // highest bit set, in place of the size.
  using Saved = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

  void learn(const Trace& trace);
  [[nodiscard]] bool knows(std::uint64_t name) const;
  // Gives the plan a value for each. The values depend only on the plan's seed, so that a run can be made without the
  // runs before it.
  void draw(Plan& plan) const;

  [[nodiscard]] const Saved& save() const { return known_; }
  void load(Saved saved) { known_ = std::move(saved); }

 private:
  Saved known_;
};

}  // namespace sleave

// KnownInputs: which inputs the runs so far have asked for, and random values for them.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class KnownInputs {
 public:
  // Names, in the order seen, and sizes; of a link (abi/inputs/shape_link.h) the lower half of its `base`, with the
  // highest bit set, in place of the size.
  using Saved = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

  void learn(const Trace& trace);
  // What a run had, and whether an assumption ended it. A single byte is often a number in a range, which nothing
  // says: once runs are excluded, values are drawn up to the largest that a run was not.
  void learn_values(const std::vector<Plan::Input>& inputs, bool excluded);
  [[nodiscard]] bool knows(std::uint64_t name) const;
  // Gives the plan a value for each. The values depend only on the plan's seed, so that a run can be made without the
  // runs before it.
  void draw(Plan& plan) const;

  [[nodiscard]] const Saved& save() const { return known_; }
  void load(Saved saved) { known_ = std::move(saved); }

  // Names, and the largest values of runs that were not excluded.
  using Largest = std::map<std::uint64_t, std::uint8_t>;
  [[nodiscard]] const Largest& largest() const { return largest_; }
  [[nodiscard]] bool excludes() const { return excludes_; }
  void load(Largest largest, bool excludes) {
    largest_ = std::move(largest);
    excludes_ = excludes;
  }

 private:
  [[nodiscard]] bool draw_in_range(Rng& rng, std::uint64_t name, std::vector<std::byte>& bytes) const;

  Saved known_;
  Largest largest_;
  bool excludes_ = false;  // some run was excluded
};

}  // namespace sleave

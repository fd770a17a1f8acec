// InputSamples: inputs with a path of their own, to be run under more schedules; those first that were run least often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "engine/trace/plan.h"

namespace sleave {

class InputSamples {
 public:
  using Inputs = std::vector<Plan::Input>;

  // Whether it was not known yet.
  bool add(Inputs inputs) {
    if (all_.size() >= kMost || !known_.insert(hash_of(inputs)).second) return false;
    // As often as the least used one, so that it has no more turns to come than others.
    turns_.emplace(turns_.empty() ? 0 : turns_.begin()->first, all_.size());
    all_.push_back(std::move(inputs));
    return true;
  }

  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const std::vector<Inputs>& all() const { return all_; }

  // The next one to be run.
  const Inputs& next() {
    const auto [turn, rank] = *turns_.begin();
    turns_.erase(turns_.begin());
    turns_.emplace(turn + 1, rank);
    return all_[rank];
  }

 private:
  static constexpr std::size_t kMost = 100'000;

  static std::uint64_t hash_of(const Inputs& inputs);

  std::vector<Inputs> all_;
  std::set<std::pair<std::uint64_t, std::size_t>> turns_;  // how often, and which
  std::set<std::uint64_t> known_;
};

}  // namespace sleave

// A search for a farm whose items are the nodes of a tree: SharedWork without programs and runs, at a speed that is
// chosen, so that one machine can stand for many.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/strategy/dpor/frontier.h"
#include "engine/strategy/shared_work.h"
#include "tests/farm/tree/tree.h"

namespace sleave::tree {

class TreeWork final : public SharedWork {
 public:
  using Clock = std::chrono::steady_clock;
  struct Pause {  // without an item
    Clock::time_point from;
    Clock::time_point to;
    std::uint64_t cuts = 0;  // in that time
  };

  TreeWork(const Shape& shape, std::uint64_t chance) : shape_(shape), chance_(chance) {}

  // Expands some nodes of the tree, and returns how many; 0: nothing is open here.
  std::size_t work(std::size_t most);

  [[nodiscard]] std::uint64_t expanded() const { return expanded_; }
  [[nodiscard]] std::uint64_t cuts() const { return cuts_; }
  [[nodiscard]] std::vector<Pause> pauses() const;

  Status begin_epoch(const std::string& facts,
                     const std::vector<std::pair<std::uint32_t, std::uint32_t>>& threads) override;
  bool learn_threads(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& /*threads*/) override { return true; }
  std::uint64_t add_piece(const std::vector<std::uint8_t>& bytes) override;
  void repeat(std::uint64_t id, std::vector<std::uint8_t> item) override;
  [[nodiscard]] std::vector<SavedWork> items_of(const std::vector<std::uint8_t>& bytes) const override {
    return Frontier::items_of(bytes);
  }
  SearchCut cut(std::size_t give) override;
  [[nodiscard]] std::size_t open_here() const override;
  [[nodiscard]] bool has_news() const override { return false; }
  [[nodiscard]] std::vector<std::uint8_t> first_piece() const override { return first_piece_of(shape_); }

  static std::vector<std::uint8_t> first_piece_of(const Shape& shape);

 private:
  std::size_t repeat_all();
  void expand(const Frontier::Taken& taken);

  const Shape shape_;
  std::atomic<std::uint64_t> expanded_ = 0;
  std::atomic<std::uint64_t> cuts_ = 0;

  mutable std::mutex mutex_;  // the rest
  Rng chance_;
  Frontier frontier_;
  SearchTotals totals_;  // since the last cut
  std::uint64_t sample_one_in_ = 1;
  std::uint64_t cut_made_ = 0;
  std::uint64_t cut_finished_ = 0;
  std::vector<SampledItem> sampled_;
  std::vector<RepeatedItem> repeated_;
  std::vector<std::pair<std::uint64_t, std::vector<std::uint8_t>>> repeats_;
  std::vector<Pause> pauses_;
  std::optional<Clock::time_point> idle_since_ = Clock::now();
  std::uint64_t cuts_before_ = 0;  // when it became idle
};

}  // namespace sleave::tree

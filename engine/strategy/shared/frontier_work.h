// FrontierWork: the part of a shared search that does not depend on what its items are. Open items are in a Frontier;
// what they add to the totals counts when they are done.
//
// A search that samples learns no facts, so it has one epoch, and its items name no threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/base/rng.h"
#include "engine/strategy/dpor/frontier.h"
#include "engine/strategy/shared/class_filter.h"
#include "engine/strategy/shared_work.h"
#include "engine/strategy/taken_edges.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

// What runs add to the totals.
class RunSums {
 public:
  void add(const Trace& trace, bool redundant = false);
  [[nodiscard]] const SearchTotals& totals() const { return totals_; }
  [[nodiscard]] const std::unordered_set<std::uint64_t>& classes() const { return classes_; }
  [[nodiscard]] const TakenEdges& edges() const { return edges_; }
  // Of all of it: the same for the same runs in any order.
  [[nodiscard]] std::uint64_t hash() const;

 private:
  SearchTotals totals_;  // of these only the counts of runs and the class sum
  std::unordered_set<std::uint64_t> classes_;
  TakenEdges edges_;
};

class FrontierWork : public SharedWork {
 public:
  Status begin_epoch(const std::string& facts,
                     const std::vector<std::pair<std::uint32_t, std::uint32_t>>& threads) override;
  bool learn_threads(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& /*threads*/) override { return true; }
  std::uint64_t add_piece(const std::vector<std::uint8_t>& bytes) override;
  void report_edges() override;
  void repeat(std::uint64_t id, std::vector<std::uint8_t> item) override;
  [[nodiscard]] std::vector<SavedWork> items_of(const std::vector<std::uint8_t>& bytes) const override {
    return Frontier::items_of(bytes);
  }
  SearchCut cut(std::size_t give) override;
  [[nodiscard]] std::size_t open_here() const override;
  [[nodiscard]] bool has_news() const override { return false; }
  [[nodiscard]] std::vector<std::uint8_t> first_piece() const override;

 protected:
  // One in `sampled_one_in` items that are done is sampled for another process.
  FrontierWork(std::vector<std::uint8_t> first_item, std::uint64_t sampled_one_in);

  struct Repeat {
    std::uint64_t id = 0;
    std::vector<std::uint8_t> item;
  };

  // Every process makes the same run before its first item. It counts nowhere. It shows the program's threads, so that
  // the plans of all items name the same ones: a process is prepared for them once, and its runs can be reset.
  struct FirstRun {
    static constexpr std::uint64_t kId = ~std::uint64_t{0};  // of its plan
    enum class State : std::uint8_t { wanted, under_way, done } state = State::wanted;
    Plan plan;
    Trace trace;
  };
  // With the lock. Whether it is now: the caller is to make its plan.
  [[nodiscard]] bool begin_first_run();
  // Whether this was it.
  bool end_first_run(const Plan& plan, const Trace& trace);
  [[nodiscard]] bool awaits_first_run() const { return first_run_.state == FirstRun::State::under_way; }

  // An item that is being done, and its place: in the frontier, or it is another process's.
  struct Begun {
    std::vector<std::uint8_t> item;
    Frontier::Ticket ticket;
    double weight = 0;
    std::optional<std::uint64_t> repeat_id;
    std::uint64_t generation = 0;  // in which it was begun: of an earlier one nothing counts
  };

  // All below with the lock.
  [[nodiscard]] std::optional<Begun> begin_repeat();
  [[nodiscard]] Begun begun(const Frontier::Taken& taken) const;
  // An item that follows from one of this generation.
  void add_item(std::span<const std::uint8_t> item, double weight) { frontier_.add(item, weight); }
  // The item is done. Of a split nothing is sampled.
  void finish(const Begun& begun, const RunSums& sums, std::uint64_t hash);
  void finish_split(const Frontier::Ticket& ticket) { frontier_.done(ticket); }
  void finish_damaged(const Frontier::Ticket& ticket);
  [[nodiscard]] bool is_of_now(const Begun& begun) const { return begun.generation == generation_; }
  // Everything that was begun.
  virtual void drop_begun() = 0;
  // Whether the bytes are an item.
  [[nodiscard]] virtual bool is_item(std::span<const std::uint8_t> bytes) const = 0;

  FirstRun first_run_;  // with the lock, until it is done; then it does not change

  mutable std::mutex mutex_;
  Frontier frontier_;
  SearchTotals totals_;  // since the last cut

 private:
  const std::vector<std::uint8_t> first_item_;
  const std::uint64_t sampled_one_in_;
  ClassFilter classes_;
  bool reports_edges_ = false;
  TakenEdges edges_;
  std::uint64_t generation_ = 0;
  std::uint64_t cut_made_ = 0;
  std::uint64_t cut_finished_ = 0;
  Rng chance_;
  std::vector<SampledItem> sampled_;
  std::vector<RepeatedItem> repeated_;
  std::vector<Repeat> repeats_;
};

}  // namespace sleave

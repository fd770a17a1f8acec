// SharedSamples: any strategy as many independent samples that several processes share. An item is a fresh strategy
// with a seed of its own and a number of runs (run_items.h). What an item runs depends on its number and on nothing
// else: not on the process, on the other items there, or on the clock.
//
// Within an item plans and results alternate in a fixed order: `round` plans, then their results in the same order. A
// strategy whose plans hardly depend on the last results has rounds of several runs, so that a process with several
// workers can make them in one batch. Workers take different items; an item is used by one worker at a time.
//
// After a data race its places are scheduling points in some further runs of the same item (escalation.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/result.h"
#include "engine/strategy/escalation.h"
#include "engine/strategy/shared/frontier_work.h"
#include "engine/strategy/shared/run_items.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class SharedSamples final : public Strategy, private FrontierWork {
 public:
  // The strategy of an item. Called by several threads.
  using Make = std::function<Result<std::unique_ptr<Strategy>>(std::uint64_t item)>;
  struct Options {
    std::uint64_t runs = 0;  // of all items
    std::size_t round = 1;
    bool has_one_worker = true;         // next() is called again after done() only
    std::uint64_t sampled_one_in = 64;  // items that another process repeats
  };

  SharedSamples(const Options& options, Make make);

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> next_some(std::size_t most) override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void study(const Plan& plan, const Trace& trace) override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override;
  // Nothing is saved: the farm's database has the work.
  [[nodiscard]] std::string save() const override { return "{}"; }
  Status load(const std::string& /*state*/) override { return ok(); }
  [[nodiscard]] SharedWork* shared_work() override { return this; }

 private:
  // An item that is being done. The worker that has set `busy`, or that has its plans in flight, is the only one to use
  // the strategy.
  struct Item {
    Begun begun;
    std::unique_ptr<Strategy> strategy;
    Escalation escalation;
    std::uint64_t left = 0;  // runs that have no plan yet
    std::uint64_t ran = 0;
    bool ended = false;  // the strategy has nothing more
    bool busy = true;
    std::size_t in_flight = 0;
    std::deque<Plan> planned;  // with the strategy's own ids
    RunSums sums;

    [[nodiscard]] bool is_over() const { return in_flight == 0 && planned.empty() && (left == 0 || ended); }
  };
  struct InFlight {
    std::shared_ptr<Item> item;
    std::uint64_t id = 0;  // of the plan, for the item's strategy
  };

  void drop_begun() override;
  [[nodiscard]] bool is_item(std::span<const std::uint8_t> bytes) const override;

  [[nodiscard]] std::shared_ptr<Item> take_item();
  [[nodiscard]] std::shared_ptr<Item> begin_item();
  [[nodiscard]] std::shared_ptr<Item> open(Begun begun);
  void split_some();
  [[nodiscard]] Plan plan_of_first_run() const;
  void plan_round(Item& item) const;
  [[nodiscard]] Plan complete(const Item& item, Plan plan) const;
  [[nodiscard]] std::optional<InFlight> in_flight(const Plan& plan) const;
  void end_if_over(const std::shared_ptr<Item>& item);

  const Options options_;
  const Make make_;
  const RunItems items_;

  // With the lock of FrontierWork.
  std::deque<Begun> ready_;  // taken from the frontier, one item each
  std::vector<std::shared_ptr<Item>> open_items_;
  std::unordered_map<std::uint64_t, InFlight> in_flight_;  // by the id that the plan has outside
  std::uint64_t next_id_ = 0;
};

}  // namespace sleave

// Generations: solves for inputs as a search that several processes share, by the generations of SAGE (Godefroid,
// Levin, Molnar, NDSS 2008).
//
// An item is an input and a bound: all paths that begin with the first `bound` path constraints of that input's run.
// The item's run takes one of these paths. For each of its path constraints behind the bound the solver finds an input
// that keeps those before it and gives it another value; with a bound behind that one, such an input is an item that
// follows. Its paths differ from the run's, and from those of the other items, in a path constraint: so the items are
// disjoint, no table of what was solved is needed, and every path is run once, wherever its items are done.
//
// Inputs that a user has (seeds) belong to the items whose paths they take: the path constraints of an item's run, with
// the values that they have for a seed, show which of the items that follow has its path. That item's run has the
// seed's bytes and not the solver's. So seeds come first, add no run to the others, and lead where the solver gives up.
// They are of the default schedule. Where values were concretized, the run of a seed may take another path than its
// path constraints say: then the item is run again with the solver's input.
//
// An item is solved with a solver of its own, limited by the solver's count of its work: its inputs depend on the item
// and on nothing else. Each schedule has paths of its own: the default one, under which a thread runs until it waits,
// and sampled ones. What keeps the search from having run every path is a gap: queries that the solver gave up, values
// of a word that were not tried, runs that did not take the path that they were solved for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/inputs/solving.h"
#include "engine/model/gaps/gap.h"
#include "engine/strategy/shared/frontier_work.h"
#include "engine/strategy/shared/path_item.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class Generations final : public Strategy, private FrontierWork {
 public:
  struct Options {
    std::uint64_t schedules = 1;
    std::uint64_t seed = 1;  // of those that are sampled
    SolvingOptions solving{};
    bool has_one_worker = true;         // next() is called again after done() only
    std::uint64_t sampled_one_in = 64;  // items that another process repeats
    Seeds seeds{};                      // only those of the process that makes the first piece matter
  };

  explicit Generations(Options options);

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
  // A path item with what its run showed.
  struct Item {
    Begun begun;
    PathItem path;
    std::vector<std::vector<std::uint8_t>> further;
    Gaps gaps;
    bool strayed = false;
  };

  void drop_begun() override;
  [[nodiscard]] bool is_item(std::span<const std::uint8_t> bytes) const override;

  void take_some();
  void split(const Frontier::Taken& taken);
  [[nodiscard]] Plan plan_of(const Item& item, std::uint64_t id) const;
  [[nodiscard]] Plan give_out();
  [[nodiscard]] std::shared_ptr<Item> item_of(const Plan& plan) const;
  void solve(Item& item, const Plan& plan, const Trace& trace, Solving& solving) const;
  [[nodiscard]] static std::uint64_t hash_of(const Item& item, const RunSums& sums);

  const Options options_;

  // With the lock of FrontierWork.
  std::deque<std::shared_ptr<Item>> ready_;  // taken from the frontier
  std::unordered_map<std::uint64_t, std::shared_ptr<Item>> in_flight_;
  std::uint64_t next_id_ = 0;
};

}  // namespace sleave

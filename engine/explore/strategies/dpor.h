// dpor: every class of executions exactly once, then the end. docs/internals/dpor.md.
//
// A work item is a graph. Its plan repeats the graph and then lets the current thread go on while it can; what the run
// did beyond the graph is added event by event, which makes further work items. They are taken last in, first out, so
// that few are open at a time, and some at once, so that their runs can be made in one go; any number of them can be
// under way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "engine/explore/exhaustion.h"
#include "engine/explore/graph/graph.h"
#include "engine/explore/graph/sequential.h"
#include "engine/explore/strategies/dpor_steps.h"
#include "engine/explore/strategy.h"
#include "engine/explore/thread_table.h"

namespace sleave {

class DporStrategy final : public Strategy {
 public:
  explicit DporStrategy(const ChoiceSet& choices);

  [[nodiscard]] std::string name() const override { return "dpor"; }
  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] bool under_way() const override { return !under_way_.empty(); }
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  struct Item {
    Plan plan;
    graph::Graph graph;
  };

  void take_some();
  [[nodiscard]] Plan plan_of(const graph::Graph& item);
  void absorb(graph::Graph item, const Trace& trace);
  void count(const Trace& trace);
  void gap(const std::string& why) { exhaustion_.gaps.insert(why); }

  ChoiceSet choices_;
  graph::SequentialConsistency model_;
  ThreadTable threads_;
  std::uint64_t given_out_ = 0;
  std::vector<graph::Graph> open_;
  std::deque<Item> taken_;                           // from those, and next to be given out
  std::map<std::uint64_t, graph::Graph> under_way_;  // by the plan's seed, which serves as its number
  Exhaustion exhaustion_;
};

}  // namespace sleave

// dpor: runs every equivalence class of executions exactly once (dynamic partial order reduction).
// docs/internals/dpor.md.
//
// A work item is a graph. Its plan repeats the graph and then lets the current thread continue while it can; the events
// that the run adds to the graph make further work items. Items are taken last in, first out, so that few are open at a
// time; several may be taken at once, so that their runs can be made in one batch, and any number of them can be in
// progress.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/recycled.h"
#include "engine/inputs/solving.h"
#include "engine/model/run_steps.h"
#include "engine/model/thread_table.h"
#include "engine/strategy/dpor/audit.h"
#include "engine/strategy/dpor/frontier.h"
#include "engine/strategy/dpor/graph/bound.h"
#include "engine/strategy/dpor/graph/graph.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/graph/work_items.h"
#include "engine/strategy/dpor/knowledge.h"
#include "engine/strategy/exhaustion.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class DporStrategy final : public Strategy, private StoredWork {
 public:
  struct Options {
    graph::Bound bound{};
    std::uint64_t most_events = ~0ull;  // that a thread makes
    std::uint32_t most_time_outs = 2;   // of a run
    bool symmetry = true;  // of classes that an exchange of alike threads turns into each other, one is run
  };
  // Without `solving` inputs are as the program has them.
  DporStrategy(const ChoiceSet& choices, const Options& options, std::unique_ptr<Solving> solving = nullptr);

  std::optional<Plan> next() override;
  [[nodiscard]] std::vector<Plan> next_some(std::size_t most) override;
  [[nodiscard]] std::vector<Plan> expected(std::size_t most) const override;
  void study(const Plan& plan, const Trace& trace) override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override;
  [[nodiscard]] std::optional<Exhaustion> exhaustion() const override;
  [[nodiscard]] StrategyReport report() const override;
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;
  [[nodiscard]] StoredWork* work() override { return this; }
  WorkChanges changes() override;
  Status load_work(const std::vector<SavedWork>& pieces) override;

 private:
  // A work item with its run, from when it is taken until it is done.
  struct Item {
    static void* operator new(std::size_t bytes) { return RecycledMemory::take(bytes); }
    static void operator delete(void* item, std::size_t bytes) { RecycledMemory::give(item, bytes); }

    Frontier::Ticket ticket;
    double weight = 0;  // its own share of the space, when it is done
    graph::Graph graph;
    graph::EventIds order;  // in which the run repeats the graph
    // What its run showed.
    bool studied = false;
    bool detects_races = true;
    graph::WorkItems further;
    Gaps gaps;
    Assumptions assumptions;
    LearnedFacts news;
    std::optional<DporAudit::Classified> classified;  // none: the run is of no class
    bool audits = false;
    std::size_t facts = 0;  // size of the layout with which it was made
    bool beyond_bound = false;
    bool beyond_time_outs = false;
    bool stops_timers = false;  // by the same limit
    bool beyond_limit = false;
    bool at_limit = false;  // the program exited where a thread would have gone beyond it
    bool stops = false;     // the graph stops threads that fail: the run is no class
    // A client's calls may come in an order in which their results have no explanation: the run is made again in that
    // order, which is `order` then, before the item is done.
    bool is_unexplained = false;
    bool is_again = false;
  };
  struct Planned {
    Plan plan;
    std::unique_ptr<Item> item;
  };

  // By the plan's id.
  using UnderWay = std::map<std::uint64_t, std::unique_ptr<Item>, std::less<>,
                            Recycled<std::pair<const std::uint64_t, std::unique_ptr<Item>>>>;

  using Queue = std::deque<Planned, Recycled<Planned>>;
  // What plans are made from besides their items.
  struct Known {
    std::vector<sleave_plan_thread> threads;
    std::vector<sleave_site> sites;
    std::size_t facts = 0;
    std::uint64_t alike = 0;
    bool signals = false;
    bool cancels = false;
  };

  [[nodiscard]] Queue take_some();
  [[nodiscard]] bool can_be_audited() const;
  void add_audit_runs();
  void audit(const Item& item);
  [[nodiscard]] std::optional<Planned> prepare(const Frontier::Taken& taken, const Known& known);
  [[nodiscard]] Plan plan_of(const Item& item, const Known& known) const;
  [[nodiscard]] std::vector<Plan> give_out(std::size_t most);
  [[nodiscard]] Item* item_of(const Plan& plan) const;
  [[nodiscard]] std::vector<std::uint32_t> places_of(const Trace& trace);
  [[nodiscard]] Known known() const;
  [[nodiscard]] std::shared_ptr<const Knowledge> knowledge() const;
  void know(LearnedFacts facts) { knowledge_ = std::make_shared<const Knowledge>(std::move(facts)); }
  void offer(Item& item, const graph::Graph& graph, const Knowledge& knowledge) const;
  void extend(Item& item, const Trace& trace, RunBranches* branches);
  void judge_calls(Item& item, const graph::Graph& graph, const ClientCalls& calls) const;
  void run_again(std::unique_ptr<Item> item);
  void count(const Item& item, const Trace& trace);
  [[nodiscard]] std::string limit_words() const;
  // The limit that the graph, and all that are made from it, are beyond; empty: none.
  [[nodiscard]] std::string words_of_limit(const graph::Graph& graph) const;
  void begin_anew(const LearnedFacts& news);
  void begin();
  void gap(const Gap& why) { exhaustion_.gaps.insert(why); }

  ChoiceSet choices_;
  graph::Bound bound_;
  std::uint64_t most_events_;
  std::uint32_t most_time_outs_;
  bool symmetry_;
  graph::SequentialConsistency model_;

  mutable std::mutex solving_mutex_;  // taken before mutex_
  std::unique_ptr<Solving> solving_;
  std::atomic<std::uint64_t> solved_ = 0;  // what that cost

  mutable std::mutex mutex_;  // everything below
  std::uint64_t given_out_ = 0;
  Frontier frontier_;
  Queue taken_;  // from there, and next to be given out
  Exhaustion exhaustion_;
  SpaceEstimate estimate_;
  std::shared_ptr<const Knowledge> knowledge_ = std::make_shared<const Knowledge>();
  ThreadTable threads_;
  UnderWay under_way_;
  DporAudit audit_;
  bool loaded_ = false;  // the classes of an earlier session are not known
};

}  // namespace sleave

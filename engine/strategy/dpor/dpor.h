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
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/recycled.h"
#include "engine/base/rng.h"
#include "engine/inputs/solving.h"
#include "engine/model/steps/run_steps.h"
#include "engine/model/thread_table.h"
#include "engine/strategy/dpor/audit.h"
#include "engine/strategy/dpor/frontier.h"
#include "engine/strategy/dpor/graph/bound.h"
#include "engine/strategy/dpor/graph/graph.h"
#include "engine/strategy/dpor/graph/memory_model.h"
#include "engine/strategy/dpor/graph/work_items.h"
#include "engine/strategy/dpor/knowledge.h"
#include "engine/strategy/exhaustion.h"
#include "engine/strategy/strategy.h"
#include "engine/strategy/taken_edges.h"

namespace sleave {

class DporStrategy final : public Strategy, private StoredWork, private SharedWork {
 public:
  struct Options {
    graph::Bound bound{};
    std::uint64_t most_events = ~0ull;  // that a thread makes
    std::uint32_t most_time_outs = 2;   // of a run
    bool symmetry = true;  // of classes that an exchange of alike threads turns into each other, one is run
    std::string model = "sc";
    bool watches = false;  // under sequential consistency: whether C++20 allows more (weak/departures.h)
    bool widens = false;   // and then searches that, too
  };

  // A longer run has too many conflicts to be written down: each is a work item of the run's own size. Such a program
  // is not exhausted in any time.
  static constexpr std::size_t kMostSteps = 5'000;

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
  [[nodiscard]] SharedWork* shared_work() override { return this; }

 private:
  // SharedWork
  Status begin_epoch(const std::string& facts, const ThreadTable::Saved& threads) override;
  bool learn_threads(const ThreadTable::Saved& threads) override;
  std::uint64_t add_piece(const std::vector<std::uint8_t>& bytes) override;
  void report_edges() override;
  void repeat(std::uint64_t id, std::vector<std::uint8_t> item) override;
  [[nodiscard]] std::vector<SavedWork> items_of(const std::vector<std::uint8_t>& bytes) const override {
    return Frontier::items_of(bytes);
  }
  SearchCut cut(std::size_t give) override;
  [[nodiscard]] std::size_t open_here() const override;
  [[nodiscard]] bool has_news() const override;
  [[nodiscard]] std::vector<std::uint8_t> first_piece() const override;

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
    bool has_weaker_orders = false;
    bool departs = false;       // from sequential consistency, as C++20 would let it
    bool is_unwatched = false;  // whether it does is not known
    std::uint64_t departure_checks = 0;
    Assumptions weak_assumptions;  // under C++20
    bool detects_races = true;
    graph::WorkItems further;
    Gaps gaps;
    Assumptions assumptions;
    LearnedFacts news;
    std::optional<DporAudit::Classified> classified;  // none: the run is of no class
    std::uint64_t class_hash = 0;                     // of a run that ended or failed
    bool audits = false;
    std::vector<std::uint8_t> sampled;       // the item itself, if another process may be asked to repeat its run
    std::optional<std::uint64_t> repeat_id;  // the item is another process's, and counts there
    std::uint64_t steps_hash = 0;            // of both
    std::uint64_t epoch = 0;                 // in which it was made
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
    std::uint64_t epoch = 0;
    std::uint64_t alike = 0;
    bool signals = false;
    bool cancels = false;
    bool time_is_unseen = false;
  };

  void set_model(const std::string& name);
  [[nodiscard]] Queue take_some();
  [[nodiscard]] bool can_be_audited() const;
  void add_audit_runs();
  void audit(const Item& item);
  [[nodiscard]] std::unique_ptr<Item> item_from(std::span<const std::uint8_t> bytes, const Known& known) const;
  [[nodiscard]] std::optional<Planned> prepare(const Frontier::Taken& taken, bool sampled, const Known& known);
  [[nodiscard]] Plan plan_of(const Item& item, const Known& known) const;
  [[nodiscard]] std::vector<Plan> give_out(std::size_t most);
  [[nodiscard]] Item* item_of(const Plan& plan) const;
  // Of the trace's threads, and the names of all known ones.
  struct Places {
    std::vector<std::uint32_t> places;
    std::vector<std::uint32_t> names;
  };
  [[nodiscard]] Places places_of(const Trace& trace);
  [[nodiscard]] Known known() const;
  [[nodiscard]] std::shared_ptr<const Knowledge> knowledge() const;
  void know(LearnedFacts facts) { knowledge_ = std::make_shared<const Knowledge>(std::move(facts)); }
  void offer(Item& item, const graph::Graph& graph, const Knowledge& knowledge) const;
  void extend(Item& item, const Trace& trace, RunBranches* branches);
  void look_for_departure(Item& item, const Trace& trace, const RunSteps& run, const graph::Graph& graph,
                          bool has_branches) const;
  void count_departures(const Item& item);
  [[nodiscard]] Beyond beyond() const;
  [[nodiscard]] bool can_widen() const;
  bool widen();  // whether there was more to search
  [[nodiscard]] Exhaustion exhaustion_here() const;
  void judge_calls(Item& item, const graph::Graph& graph, const ClientCalls& calls) const;
  void run_again(std::unique_ptr<Item> item);
  void count(const Item& item, const Trace& trace);
  void count(const Item& item, std::uint64_t& classes, ClassSum::End end);
  [[nodiscard]] std::string limit_words() const;
  // The limit that the graph, and all that are made from it, are beyond; empty: none.
  [[nodiscard]] std::string words_of_limit(const graph::Graph& graph) const;
  void begin_anew(const LearnedFacts& news);
  void drop_work();
  void begin();
  [[nodiscard]] SearchTotals totals_since_cut();
  [[nodiscard]] bool is_to_be_sampled();
  void keep_sample(const Item& item, const Trace& trace);
  void keep_repeated(const Item& item, const Trace& trace);
  [[nodiscard]] std::uint64_t hash_of(const Item& item, const Trace& trace) const;
  [[nodiscard]] Queue take_repeats();
  void gap(const Gap& why) { exhaustion_.gaps.insert(why); }

  ChoiceSet choices_;
  graph::Bound bound_;
  std::uint64_t most_events_;
  std::uint32_t most_time_outs_;
  bool symmetry_;
  std::unique_ptr<const graph::MemoryModel> model_;
  std::string model_name_;
  bool weak_ = false;  // it is not sequential consistency
  bool watches_;
  bool widens_;
  std::atomic<bool> watching_ = false;  // departures are looked for: none was found, and nothing was left out

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
  std::uint64_t epoch_ = 0;  // counts what was learned: what runs of an earlier one showed is dropped
  ThreadTable threads_;
  UnderWay under_way_;
  DporAudit audit_;
  bool loaded_ = false;  // the classes of an earlier session are not known
  // Of departures.
  bool departs_ = false;
  std::uint64_t departure_checks_ = 0;
  Assumptions weak_assumptions_;
  std::optional<Exhaustion> sequential_;  // how the search under sequential consistency ended, if it was widened

  // Of a search that is shared (shared_search.cc).
  bool shared_ = false;
  bool has_news_ = false;  // that the next epoch begins with: there is nothing to do until it does
  Exhaustion cut_;         // what the last cut had
  std::uint64_t cut_made_ = 0;
  std::uint64_t cut_finished_ = 0;
  double cut_weight_ = 0;
  Rng chance_;                        // which items are sampled
  std::uint64_t sample_one_in_ = 1;   // from how many items were done before the last cut
  std::vector<SampledItem> sampled_;  // since then
  std::vector<RepeatedItem> repeated_;
  bool reports_edges_ = false;
  TakenEdges edges_;  // of runs that count, in this epoch
  struct Repeat {
    std::uint64_t id = 0;
    std::vector<std::uint8_t> item;
  };
  std::vector<Repeat> repeats_;  // to be run again
};

}  // namespace sleave

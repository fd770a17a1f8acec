// The search over schedules and inputs together against brute force over both: the same pairs of a path and a class of
// interleavings, each run once, whatever order the runs and the work items take and whatever input a run has.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "engine/base/test_size.h"
#include "engine/expr/evaluate.h"
#include "engine/strategy/dpor/graph/extension.h"
#include "engine/strategy/dpor/graph/sequential.h"
#include "engine/strategy/dpor/repeat.h"
#include "engine/testing/joint_program.h"
#include "engine/testing/random_joint_program.h"

namespace sleave::joint_test {
namespace {

using graph::EventId;
using graph::EventIds;
using graph::Graph;
using graph::Step;
using graph::Steps;
using Input = std::vector<std::uint8_t>;

// Solves by trying all inputs.
class TriedBranches final : public graph::Branches {
 public:
  TriedBranches(Pool& pool, const Program& program, const Machine& machine, std::mt19937& random)
      : pool_(pool), machine_(machine), inputs_(all_inputs(program)) {
    std::shuffle(inputs_.begin(), inputs_.end(), random);
  }

  void describe(Step& step) {
    const Branch& branch = machine_.branches[step.branch];
    const Expr held = equal(branch.word, branch.value);
    step.outcome = outcome_of(branch, branch.value);
    step.written = branch.kind == Branch::Kind::other ? branch.value : 0;
    step.conditions.held = held.number;
    if (branch.kind == Branch::Kind::other) {
      step.conditions.better = pool_.binary(Op::ult, branch.word, pool_.constant(8, branch.value)).number;
    } else if (branch.value == 0) {
      step.conditions.better = pool_.negation(held).number;
    }
  }

  bool possible(std::span<const std::uint32_t> holding, std::uint32_t wanted) override {
    return find(holding, {wanted}) != nullptr;
  }

  std::vector<graph::Turned> turned(std::span<const std::uint32_t> holding, std::uint32_t number) override {
    const Branch& branch = machine_.branches[number];
    std::vector<graph::Turned> ways;
    if (branch.kind == Branch::Kind::assumption && branch.value != 0) return ways;
    for (unsigned value = 0; value < 2; ++value) {
      if (value == branch.value) continue;
      const Input* input = find(holding, equal(branch.word, static_cast<std::uint8_t>(value)));
      if (input == nullptr) continue;
      const bool word = branch.kind == Branch::Kind::other;
      ways.push_back({outcome_of(branch, static_cast<std::uint8_t>(value)), word ? value : 0, *input});
    }
    return ways;
  }

 private:
  static std::uint16_t outcome_of(const Branch& branch, std::uint8_t value) {
    return branch.kind != Branch::Kind::other && value == 0 ? 1 : 0;
  }
  Expr equal(Expr word, std::uint8_t value) {
    return pool_.binary(Op::equal, word, pool_.constant(pool_.width(word), value));
  }

  const Input* find(std::span<const std::uint32_t> holding, Expr wanted) {
    for (const Input& input : inputs_) {
      expr::Evaluation evaluation(pool_);
      evaluation.set_input(input);
      const auto holds = [&](std::uint32_t number) { return evaluation.holds({number}); };
      if (evaluation.holds(wanted) && std::all_of(holding.begin(), holding.end(), holds)) return &input;
    }
    return nullptr;
  }

  Pool& pool_;
  const Machine& machine_;
  std::vector<Input> inputs_;
};

struct Searched {
  Behaviors behaviors;
  std::size_t runs = 0;
  std::size_t twice = 0;
  std::string problem;
};

class Search {
 public:
  enum class Schedule { first, last, random };
  Search(const Program& program, Schedule schedule, unsigned seed)
      : program_(program), schedule_(schedule), random_(seed) {}

  Searched run() {
    Graph root;
    root.set_input(Input(program_.inputs));
    open_.push_back(std::move(root));
    while (!open_.empty() && searched_.problem.empty()) {
      const std::size_t pick = schedule_ == Schedule::random ? random_() % open_.size() : open_.size() - 1;
      Graph item = std::move(open_[pick]);
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(pick));
      run_item(std::move(item));
    }
    return std::move(searched_);
  }

 private:
  void run_item(Graph item) {
    EventIds order;
    if (!model_.linearize(item, order)) return problem("an inconsistent work item");
    item.renew_clocks(order);
    Pool pool;
    const Input input = item.input();
    Machine machine(program_, pool, input);
    for (const EventId id : order) {
      const graph::Event& event = item.event(id);
      if (event.kind == graph::Kind::update_write || event.kind == graph::Kind::branch) continue;
      if (!machine.enabled(event.thread)) return problem("a work item that cannot be repeated");
      machine.run(event.thread);
    }
    for (std::vector<std::size_t> able = ready(machine); !able.empty(); able = ready(machine)) {
      machine.run(choose(able));
    }
    TriedBranches branches(pool, program_, machine, random_);
    for (Step& step : machine.steps) {
      if (step.kind == Step::Kind::branch) branches.describe(step);
    }
    const Repeated repeated = repeat_graph(item, order, machine.steps, true);
    if (repeated.how != Repeated::all) return problem("a run that does not repeat its graph");
    graph::WorkItems further;
    graph::Extension extension(std::move(item), order,
                               {.model = model_, .further = further, .symmetry = no_symmetry_, .branches = &branches});
    for (const Step& step : repeated.beyond) {
      if (!extension.add(step)) return problem("a run that does not fit its graph");
    }
    end(extension, machine);
    for (std::size_t i = 0; i < further.size(); ++i) {
      std::optional<Graph> graph = graph::graph_from_bytes(further[i], machine.threads());
      if (!graph) return problem("a work item that cannot be read");
      open_.push_back(std::move(*graph));
    }
  }

  void end(graph::Extension& extension, const Machine& machine) {
    Steps blocked;
    for (std::size_t i = 0; i < machine.threads() && !machine.excluded(); ++i) {
      if (const std::optional<Step> step = machine.blocked(i)) blocked.push_back(*step);
    }
    extension.end(blocked);
    if (machine.excluded()) return;
    ++searched_.runs;
    const std::string name = machine.class_name();
    std::set<std::string>& known = machine.complete() ? searched_.behaviors.complete : searched_.behaviors.deadlocked;
    if (!known.insert(name).second) ++searched_.twice;
  }

  static std::vector<std::size_t> ready(const Machine& machine) {
    std::vector<std::size_t> able;
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (machine.enabled(i)) able.push_back(i);
    }
    return able;
  }

  std::size_t choose(const std::vector<std::size_t>& able) {
    if (schedule_ == Schedule::first) return able.front();
    return schedule_ == Schedule::last ? able.back() : able[random_() % able.size()];
  }

  void problem(const char* text) { searched_.problem = text; }

  const Program& program_;
  Schedule schedule_;
  std::mt19937 random_;
  graph::SequentialConsistency model_;
  graph::Symmetry no_symmetry_;
  std::vector<Graph> open_;
  Searched searched_;
};

unsigned programs() { return test_size(40, 1'500, 20'000); }

void compare(const Program& program, unsigned seed, bool& compared) {
  const Behaviors expected = enumerate(program, 3'000);
  if (expected.too_many) return;
  compared = true;
  for (const Search::Schedule schedule : {Search::Schedule::first, Search::Schedule::last, Search::Schedule::random}) {
    const Searched searched = Search(program, schedule, seed).run();
    ASSERT_EQ(searched.problem, "") << "seed " << seed;
    ASSERT_EQ(searched.behaviors.complete, expected.complete) << "seed " << seed;
    ASSERT_EQ(searched.behaviors.deadlocked, expected.deadlocked) << "seed " << seed;
    ASSERT_EQ(searched.twice, 0u) << "seed " << seed;
  }
}

TEST(JointPrograms, EveryPathOfEveryClassOnce) {
  unsigned compared = 0;
  for (unsigned seed = 1; seed <= programs() && !HasFatalFailure(); ++seed) {
    bool was = false;
    compare(random_program(seed), seed, was);
    compared += was ? 1 : 0;
  }
  EXPECT_GE(compared * 10, programs() * 7);
}

struct Counts {
  std::size_t complete = 0;
  std::size_t deadlocked = 0;
  bool operator==(const Counts&) const = default;
};

Counts count(std::vector<std::vector<Instruction>> threads, unsigned bits = 2) {
  const Program program{std::move(threads), 1, bits};
  const Searched searched = Search(program, Search::Schedule::last, 1).run();
  EXPECT_EQ(searched.problem, "");
  EXPECT_EQ(searched.twice, 0u);
  return {searched.behaviors.complete.size(), searched.behaviors.deadlocked.size()};
}

using enum Code;

// Counts by hand; the input a has two bits.
TEST(JointPrograms, KnownCounts) {
  // a < 2, a < 1
  EXPECT_EQ(count({{{input}, {if_below, 0, 2, 0}, {if_below, 0, 1, 0}}}), (Counts{3, 0}));
  // if (a < 2) x = 1 || if (a < 2) read x, else x = 2
  EXPECT_EQ(count({{{input}, {if_below, 0, 2, 2}, {set, 0, 1}, {write, 0}},
                   {{input},
                    {if_below, 0, 2, 1},
                    {read, 0},
                    {input},
                    {plus, 0, 254},
                    {if_below, 0, 2, 2},
                    {set, 0, 2},
                    {write, 0}}}),
            (Counts{3, 0}));
  // x = a || if (x == 1) y = 1 || read y
  EXPECT_EQ(count({{{input}, {write, 0}}, {{read, 0}, {if_equal, 0, 1, 2}, {set, 0, 1}, {write, 2}}, {{read, 2}}}),
            (Counts{4, 0}));
  // if (x == 2) read x || x = a; if (a < 2) x = 1
  EXPECT_EQ(count({{{read, 0}, {if_equal, 0, 2, 1}, {read, 0}},
                   {{input}, {write, 0}, {if_below, 0, 2, 2}, {set, 0, 1}, {write, 0}}}),
            (Counts{6, 0}));
  // if (a > 1) { lock p; lock q } || lock q; lock p
  EXPECT_EQ(count({{{input}, {plus, 0, 254}, {if_below, 0, 2, 4}, {lock, 4}, {lock, 6}, {unlock, 6}, {unlock, 4}},
                   {{lock, 6}, {lock, 4}, {unlock, 4}, {unlock, 6}}}),
            (Counts{3, 1}));
  // three times: a == i % 2; x += 1. a has one bit.
  const auto thread = [](std::uint8_t i) {
    return std::vector<Instruction>{{input}, {if_equal, 0, i, 0}, {add, 0, 1}};
  };
  EXPECT_EQ(count({thread(0), thread(1), thread(0)}, 1), (Counts{12, 0}));
}

// An assumption that the first input does not meet.
TEST(JointPrograms, WhatIsExcludedIsNotCounted) {
  EXPECT_EQ(count({{{input}, {plus, 0, 253}, {assume, 0, 3}, {if_below, 0, 1, 0}}}), (Counts{1, 0}));
}

}  // namespace
}  // namespace sleave::joint_test

// Splices against brute force: what is woven is possible exactly if some order of the same events makes it so, and
// every run that is made of a splice takes the side that it should.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/base/test_size.h"
#include "engine/solve/backends/make_solver.h"
#include "engine/strategy/forest/order.h"
#include "engine/strategy/splice/search.h"
#include "engine/testing/random_forest_program.h"

namespace sleave::splice {
namespace {

using interference::Event;
using interference::Forest;
using interference::Kind;
using interference::kNone;
using interference::test::Code;
using interference::test::Input;
using interference::test::Machine;
using interference::test::Program;
using interference::test::Programs;
using interference::test::text_of;

constexpr std::uint64_t kMostCells = 10;  // of memory; objects come behind it

std::unique_ptr<solve::Solver> take_solver(const expr::Pool& pool) {
  auto solver = solve::make_solver(pool, "z3", "");
  return std::move(*solver);
}

bool has(const Program& program, Code code) {
  for (const auto& thread : program.threads) {
    for (const auto& instruction : thread) {
      if (instruction.code == code) return true;
    }
  }
  return false;
}

// Follows a machine through the forest.
class Followed {
 public:
  Followed(const Forest& forest, Machine machine) : forest_(&forest), machine_(std::move(machine)) {}

  [[nodiscard]] Machine& machine() { return machine_; }
  // What follows depends on nothing else.
  [[nodiscard]] std::string state() const {
    std::string text = machine_.state();
    for (const auto& [thread, leaf] : leaves_) text += fmt::format("{}@{} ", thread, leaf);
    return text;
  }

  // The events of one step; kNone: one that is not known, and nothing after it.
  std::vector<NodeId> step(std::uint32_t thread) {
    const std::size_t before = machine_.run.events.size();
    machine_.step(thread);
    std::vector<NodeId> nodes;
    for (std::size_t i = before; i < machine_.run.events.size(); ++i) {
      nodes.push_back(find(machine_.run.events[i]));
      if (nodes.back() == kNone) break;
      leaves_[thread] = nodes.back();
    }
    return nodes;
  }

 private:
  NodeId find(const Event& event) {
    if (event.kind == Kind::start)
      return forest_->started_by(creations_.contains(event.thread) ? creations_[event.thread] : kNone);
    for (const NodeId child : (*forest_)[leaves_[event.thread]].children) {
      if (!same((*forest_)[child].event, event)) continue;
      if (event.kind == Kind::create) creations_[event.other] = child;
      return child;
    }
    return kNone;
  }

  const Forest* forest_;
  Machine machine_;
  std::map<std::uint32_t, NodeId> leaves_;
  std::map<std::uint32_t, NodeId> creations_;
};

class BruteForce {
 public:
  BruteForce(const Forest& forest, const Question& question, const Program& program, expr::Pool& pool)
      : forest_(forest), question_(question), program_(program), pool_(pool) {
    allowed_.insert(question.main.begin(), question.main.end());
    allowed_.insert(question.segment.begin(), question.segment.end());
  }

  bool possible() {
    for (unsigned value = 0; value < (program_.inputs != 0 ? 8u : 1u); ++value) {
      const Input input(program_.inputs, static_cast<std::uint8_t>(value));
      Followed run(forest_, Machine(program_, input, &pool_));
      tried_.clear();
      if (follow_prefix(run) && search(run)) return true;
    }
    return false;
  }

 private:
  bool follow_prefix(Followed& run) {
    for (std::size_t at = 0; at < question_.prefix.size();) {
      const std::uint32_t thread = forest_[question_.prefix[at]].event.thread;
      if (!run.machine().enabled(thread)) return false;
      for (const NodeId id : run.step(thread)) {
        // The branch itself may come right after the prefix, in the same step.
        if (at == question_.prefix.size()) return takes_side(id, run);
        if (id != question_.prefix[at++]) return false;
      }
    }
    return true;
  }

  // The thread of the branch is right before it, and `id` is what came then.
  bool takes_side(NodeId id, Followed& run) {
    if (id == question_.sink) return false;
    const Event& sink = forest_[question_.sink].event;
    for (const Event& event : run.machine().run.events) {
      if (event.kind == Kind::branch && event.thread == sink.thread && event.site == sink.site &&
          event.word == sink.word && event.held == question_.wanted) {
        taken_ = true;
        return true;
      }
    }
    return false;
  }

  bool search(Followed& run) {
    if (taken_) return true;
    if (!tried_.insert(run.state()).second) return false;
    const std::uint32_t own = forest_[question_.sink].event.thread;
    for (const std::uint32_t thread : run.machine().enabled()) {
      Followed next = run;
      bool fits = true;
      NodeId last = kNone;
      for (const NodeId id : next.step(thread)) {
        const bool at_branch = thread == own && last == forest_[question_.sink].parent && last != kNone;
        if (at_branch && takes_side(id, next)) return true;
        fits = fits && !at_branch && id != kNone && allowed_.contains(id);
        last = id;
      }
      if (fits && search(next)) return true;
    }
    return false;
  }

  const Forest& forest_;
  const Question& question_;
  const Program& program_;
  expr::Pool& pool_;
  std::set<NodeId> allowed_;
  std::set<std::string> tried_;  // with one input
  bool taken_ = false;
};

// Random runs of a random program, and random questions about them.
class Questions {
 public:
  explicit Questions(unsigned seed)
      : random_(seed),
        program_(Programs(seed).next()),
        solver_(take_solver(pool_)),
        search_(pool_, *solver_, {.most = 0}) {
    for (int i = 0; i < 4; ++i) add_run();
  }

  [[nodiscard]] const Program& program() const { return program_; }
  [[nodiscard]] bool is_exact() const { return !has(program_, Code::post) && !has(program_, Code::wait); }

  // None: the run has no branch.
  std::optional<Question> next() {
    const std::vector<NodeId>& run = runs_[random_() % runs_.size()];
    std::vector<std::size_t> branches;
    for (std::size_t at = 0; at < run.size(); ++at) {
      if (forest()[run[at]].event.kind == Kind::branch && forest()[run[at]].event.counts) branches.push_back(at);
    }
    if (branches.empty()) return std::nullopt;
    const std::size_t at = branches[random_() % branches.size()];
    std::size_t cut = at - random_() % std::min<std::size_t>(at, 8);
    while (cut > 0 && (forest()[run[cut]].event.kind == Kind::branch || forest()[run[cut]].event.glued)) --cut;
    Question question;
    question.prefix.assign(run.begin(), run.begin() + static_cast<std::ptrdiff_t>(cut));
    question.main.assign(run.begin() + static_cast<std::ptrdiff_t>(cut), run.begin() + static_cast<std::ptrdiff_t>(at));
    question.sink = run[at];
    question.wanted = pool_.negation(forest()[run[at]].event.held);
    const std::vector<NodeId>& other = runs_[random_() % runs_.size()];
    const std::uint32_t thread = static_cast<std::uint32_t>(random_() % program_.threads.size());
    std::size_t left = 1 + random_() % 6;
    for (const NodeId id : other) {
      if (forest()[id].event.thread != thread || std::count(question.prefix.begin(), question.prefix.end(), id) != 0)
        continue;
      const bool apart = forest()[id].event.kind != Kind::branch && !forest()[id].event.glued;
      if (apart && left-- == 0) break;
      question.segment.push_back(id);
    }
    return question;
  }

  Woven woven(const Question& question) {
    // Memory begins with 0. What no run has read before it was written is not known otherwise, and might be anything.
    interference::Contents contents = search_.contents();
    for (std::uint64_t x = 0; x < kMostCells; ++x) contents.try_emplace(x, pool_.constant(8, 0));
    const Known known{forest(), contents, search_.states()};
    return weave(known, question, pool_, *solver_, search_.inputs_at_hand());
  }
  bool has_order(const Woven& woven) { return find_order(forest(), woven.scenario, search_.states()).possible; }
  bool brute_force(const Question& question) { return BruteForce(forest(), question, program_, pool_).possible(); }

 private:
  [[nodiscard]] const Forest& forest() const { return search_.forest(); }

  void add_run() {
    const Input input(program_.inputs, static_cast<std::uint8_t>(random_() % 8));
    Machine machine(program_, input, &pool_);
    run_to_end(machine, random_);
    machine.finish();
    search_.learn(machine.run, 0);
    runs_.push_back(search_.nodes_of_run());
  }

  std::mt19937 random_;
  Program program_;
  expr::Pool pool_;
  std::unique_ptr<solve::Solver> solver_;
  interference::Search search_;
  std::vector<std::vector<NodeId>> runs_;
};

TEST(Splice, WeavesExactlyWhatSomeOrderAllows) {
  unsigned possible = 0;
  unsigned compared = 0;
  for (unsigned seed = 1; compared < test_size(150, 4'000); ++seed) {
    Questions questions(seed);
    for (int i = 0; i < 4; ++i) {
      const std::optional<Question> question = questions.next();
      if (!question) continue;
      const Woven woven = questions.woven(*question);
      const bool expected = questions.brute_force(*question);
      const bool said = woven.verdict == Woven::Verdict::possible && questions.has_order(woven);
      if (said) {
        ASSERT_TRUE(expected) << "seed " << seed << " question " << i << "\n" << text_of(questions.program());
      }
      if (!questions.is_exact()) continue;
      ++compared;
      possible += said ? 1 : 0;
      ASSERT_EQ(said, expected) << "seed " << seed << " question " << i << "\n" << text_of(questions.program());
    }
  }
  EXPECT_GT(possible, compared / 20);
}

// What a search of all of it finds.
class Driver {
 public:
  Driver(const Program& program, unsigned seed)
      : program_(program), solver_(take_solver(pool_)), search_(pool_, *solver_), random_(seed) {}

  const Search& run() {
    run_one({}, 0, Input(program_.inputs), 0);
    for (int runs = 0; runs < 500; ++runs) {
      const std::optional<Task> task = search_.next();
      if (!task) break;
      std::vector<std::uint32_t> order;
      for (const NodeId id : task->order) {
        if (search_.forest()[id].event.point) order.push_back(search_.forest()[id].event.thread);
      }
      run_one(order, task->thread, Input(task->values.begin(), task->values.begin() + program_.inputs), task->number);
    }
    return search_;
  }

 private:
  void run_one(const std::vector<std::uint32_t>& order, std::uint32_t thread, const Input& input, std::uint64_t task) {
    Machine machine(program_, input, &pool_);
    if (!run_to_end(machine, order, thread, random_)) return search_.give_up(task);
    machine.finish();
    search_.learn(machine.run, task);
  }

  const Program& program_;
  expr::Pool pool_;
  std::unique_ptr<solve::Solver> solver_;
  Search search_;
  std::mt19937 random_;
};

TEST(Splice, EveryRunTakesTheSideThatItShould) {
  std::uint64_t came_true = 0;
  for (unsigned seed = 1; seed <= test_size(15, 1'000); ++seed) {
    const Program program = Programs(seed).next();
    Driver driver(program, seed);
    const Search& search = driver.run();
    ASSERT_EQ(search.counts().strayed, 0u) << "seed " << seed << "\n" << text_of(program);
    ASSERT_EQ(search.counts().unknown, 0u) << "seed " << seed;
    came_true += search.counts().came_true;
  }
  EXPECT_GT(came_true, 0u);
}

}  // namespace
}  // namespace sleave::splice

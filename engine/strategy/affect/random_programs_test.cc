// The search against brute force over all interleavings: the same data races, by the places of their accesses, the same
// sides of branches, and a deadlock wherever there is one; each race and deadlock that is expected comes true when it
// is run.
#include <gtest/gtest.h>

#include "engine/base/test_size.h"
#include "engine/strategy/affect/walk.h"
#include "engine/testing/random_forest_program.h"

namespace sleave::affect {
namespace {

using interference::test::Input;
using interference::test::Machine;
using interference::test::Program;
using interference::test::Programs;
using interference::test::Side;

constexpr std::size_t kMostStates = 60'000;  // of a program that is small enough to enumerate

using Pair = std::pair<std::uint64_t, std::uint64_t>;

struct Shown {
  std::set<Pair> races;
  std::set<Side> sides;
  bool deadlock = false;
  auto operator<=>(const Shown&) const = default;
};

void look_at(const Machine& machine, const Program& program, Shown& shown) {
  bool ended = true;
  bool stuck = true;
  for (std::uint32_t a = 0; a < program.threads.size(); ++a) {
    ended = ended && (!machine.is_there(a));
    stuck = stuck && !machine.enabled(a);
    for (std::uint32_t b = 0; b < a; ++b) {
      const auto first = machine.next_access(a);
      const auto second = machine.next_access(b);
      if (!first || !second || first->x != second->x) continue;
      if (!(first->writes || second->writes) || !(first->plain || second->plain)) continue;
      shown.races.insert(std::minmax(first->site, second->site));
    }
  }
  shown.deadlock = shown.deadlock || (stuck && !ended);
}

// False: too many states.
bool enumerate(const Program& program, Shown& shown) {
  const Input input(program.inputs);
  std::set<std::string> seen;
  std::vector<Machine> open;
  open.emplace_back(program, input, nullptr);
  while (!open.empty()) {
    const Machine machine = std::move(open.back());
    open.pop_back();
    look_at(machine, program, shown);
    for (std::uint32_t thread = 0; thread < program.threads.size(); ++thread) {
      if (!machine.enabled(thread)) continue;
      Machine next = machine;
      next.sides.clear();
      next.run.events.clear();
      next.step(thread);
      shown.sides.insert(next.sides.begin(), next.sides.end());
      if (!seen.insert(next.state()).second) continue;
      if (seen.size() > kMostStates) return false;
      open.push_back(std::move(next));
    }
  }
  return true;
}

class Driver {
 public:
  Driver(const Program& program, unsigned seed) : program_(program), known_(pool_), random_(seed) {}

  // Runs what the walk asks for until it asks for nothing.
  void run() {
    run_one({});
    for (bool more = true; more && runs_ < 2'000;) {
      Walked walked = walk(known_, settled_, 1'000'000);
      EXPECT_FALSE(walked.cut_short || walked.contradicts);
      more = !walked.goals.empty();
      for (const Goal& goal : walked.goals) {
        if (goal.kind != Goal::Kind::unknown) settled_.insert(goal.key);
        run_one(goal);
      }
      finished_ = !more;
    }
  }

  [[nodiscard]] const Shown& shown() const { return shown_; }
  [[nodiscard]] bool finished() const { return finished_; }
  [[nodiscard]] std::size_t runs() const { return runs_; }
  [[nodiscard]] std::size_t strayed() const { return strayed_; }

 private:
  // What the run should show: nothing of it is taken from the walk but the order.
  void run_one(const Goal& goal) {
    ++runs_;
    Machine machine(program_, input_, &pool_);
    bool as_planned = true;
    for (const NodeId id : goal.order) {
      const Event& event = known_.forest()[id].event;
      if (!event.point) continue;
      as_planned = as_planned && machine.enabled(event.thread);
      if (!as_planned) break;
      if (id == goal.order.back() && goal.kind == Goal::Kind::race) note_race(machine, event.thread, goal);
      step(machine, event.thread);
    }
    if (!as_planned) ++strayed_;
    while (machine.enabled(goal.thread)) step(machine, goal.thread);
    std::vector<std::uint32_t> ready = machine.enabled();
    for (; !ready.empty(); ready = machine.enabled()) step(machine, ready[random_() % ready.size()]);
    Shown last;
    look_at(machine, program_, last);
    shown_.deadlock = shown_.deadlock || last.deadlock;
    if (goal.kind == Goal::Kind::deadlock && !last.deadlock) ++strayed_;
    machine.finish();
    known_.learn(machine.run);
  }

  void note_race(const Machine& machine, std::uint32_t thread, const Goal& goal) {
    Shown here;
    look_at(machine, program_, here);
    const auto a = machine.next_access(thread);
    const auto b = machine.next_access(goal.thread);
    const Pair pair = a && b ? Pair(std::minmax(a->site, b->site)) : Pair{};
    if (!here.races.contains(pair) || pair != Pair{goal.sites[0], goal.sites[1]}) {
      ++strayed_;
    } else {
      shown_.races.insert(pair);
    }
  }

  void step(Machine& machine, std::uint32_t thread) {
    machine.sides.clear();
    machine.step(thread);
    shown_.sides.insert(machine.sides.begin(), machine.sides.end());
  }

  const Program& program_;
  const Input input_ = Input(program_.inputs);
  expr::Pool pool_;
  Known known_;
  std::mt19937 random_;
  std::set<std::uint64_t> settled_;
  Shown shown_;
  std::size_t runs_ = 0;
  std::size_t strayed_ = 0;
  bool finished_ = false;
};

unsigned size() { return test_size(100, 3'000); }

TEST(Affect, FindsTheRacesAndSidesThatBruteForceFinds) {
  unsigned compared = 0;
  for (unsigned seed = 1; compared < size(); ++seed) {
    const Program program = Programs(seed).next();
    Shown expected;
    if (!enumerate(program, expected)) continue;
    ++compared;
    Driver driver(program, seed);
    driver.run();
    ASSERT_TRUE(driver.finished()) << "seed " << seed << "\n" << text_of(program);
    ASSERT_EQ(driver.strayed(), 0u) << "seed " << seed << "\n" << text_of(program);
    ASSERT_EQ(driver.shown().races, expected.races) << "seed " << seed << "\n" << text_of(program);
    ASSERT_EQ(driver.shown().sides, expected.sides) << "seed " << seed << "\n" << text_of(program);
    ASSERT_EQ(driver.shown().deadlock, expected.deadlock) << "seed " << seed << "\n" << text_of(program);
  }
}

}  // namespace
}  // namespace sleave::affect

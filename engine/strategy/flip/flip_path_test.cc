#include "engine/strategy/flip/flip_path.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/testing/behaviors.h"
#include "engine/testing/machine.h"
#include "engine/testing/random_program.h"

namespace sleave {
namespace {

using namespace graph::test;
using graph::Op;
using graph::Step;

FlipEvent event_of(const Step& step) {
  FlipEvent event;
  event.thread = step.thread;
  if (step.kind == Step::Kind::create || step.kind == Step::Kind::join) {
    event.kind = step.kind == Step::Kind::create ? FlipEvent::Kind::create : FlipEvent::Kind::join;
    event.partner = step.other;
    return event;
  }
  if (step.kind == Step::Kind::choice) return event;
  event.location = step.location + 1;
  event.only_reads = step.kind == Step::Kind::read;
  const bool takes = step.operation.op == Op::lock || (step.operation.op == Op::try_lock && step.found == 0);
  event.acquires = step.kind == Step::Kind::update && takes;
  event.waits = step.kind == Step::Kind::update && step.operation.op == Op::lock;
  event.releases = step.kind == Step::Kind::write && step.found == 1 && step.written == 0 && step.location >= 10;
  return event;
}

// Runs a program as the runtime would (runtime/sched/policy_postpone.cc).
class FlipSearch {
 public:
  explicit FlipSearch(const Program& program) : program_(program) {}

  Behaviors run(std::size_t most_runs) {
    bool more = true;
    while (more && runs_ < most_runs) more = run_once();
    behaviors_.too_many = more;
    return std::move(behaviors_);
  }
  [[nodiscard]] std::size_t runs() const { return runs_; }

 private:
  bool run_once() {
    Machine machine(program_);
    std::vector<FlipEvent> done;
    for (const std::uint32_t thread : path_.prefix()) done.push_back(event_of(machine.run(thread, 0)));
    FlipPath::Threads postponed = path_.postponed();
    for (std::vector<std::size_t> enabled = ready(machine); !enabled.empty(); enabled = ready(machine)) {
      std::size_t next = enabled.front();
      for (const std::size_t thread : enabled) {
        if ((postponed >> thread & 1) != 0) continue;
        next = thread;
        break;
      }
      done.push_back(event_of(machine.run(next, 0)));
      for (std::size_t i = 0; i < machine.threads(); ++i) {
        const std::optional<Step> pending = i == next ? std::nullopt : machine.blocked(i);
        if (pending && flip_conflict(event_of(*pending), done.back())) postponed &= ~(FlipPath::Threads{1} << i);
      }
    }
    std::vector<FlipEvent> blocked;
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (const std::optional<Step> step = machine.blocked(i)) blocked.push_back(event_of(*step));
    }
    ++runs_;
    behaviors_.add(machine);
    return path_.absorb({done, blocked});
  }

  static std::vector<std::size_t> ready(const Machine& machine) {
    std::vector<std::size_t> enabled;
    for (std::size_t i = 0; i < machine.threads(); ++i) {
      if (machine.enabled(i)) enabled.push_back(i);
    }
    return enabled;
  }

  const Program& program_;
  FlipPath path_;
  Behaviors behaviors_;
  std::size_t runs_ = 0;
};

void expect_everything(const Mixture& mixture) {
  constexpr std::size_t kMostPrefixes = 5'000;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Program program = Generator(seed, mixture).program();
    const Behaviors expected = enumerate(program, kMostPrefixes);
    if (expected.too_many) continue;
    FlipSearch search(program);
    const Behaviors found = search.run(100'000);
    ASSERT_FALSE(found.too_many) << "seed " << seed;
    EXPECT_EQ(found.complete, expected.complete) << "seed " << seed;
    EXPECT_EQ(found.deadlocked, expected.deadlocked) << "seed " << seed;
    EXPECT_GE(search.runs(), expected.complete.size() + expected.deadlocked.size());
  }
}

using enum Code;

TEST(FlipPath, ReachesEveryClassOfReadsAndWrites) { expect_everything({read, write, write_next, if_equal}); }
TEST(FlipPath, ReachesEveryClassOfUpdates) { expect_everything({read, write, add, swap, cas, if_equal}); }
TEST(FlipPath, ReachesEveryClassOfLocks) { expect_everything({read, write, add, lock, try_lock, if_equal}); }

TEST(FlipPath, EveryReaderMayComeBeforeOrAfterTheWriter) {
  const Program program{
      .threads = {{{write, 0, 1}}, {{read, 0}}, {{read, 0}}, {{read, 0}}}, .created = {}, .initial = {}};
  FlipSearch search(program);
  EXPECT_EQ(search.run(100).complete.size(), 8u);
}

// The paper's own example of what earlier searches did twice over: three readers of one variable are one class.
TEST(FlipPath, ReadersAreNotFlipped) {
  const Program program{.threads = {{{read, 0}}, {{read, 0}}, {{read, 0}}}, .created = {}, .initial = {}};
  FlipSearch search(program);
  EXPECT_FALSE(search.run(10).too_many);
  EXPECT_EQ(search.runs(), 1u);
}

TEST(ImmediateRaces, AnUnlockStandsForItsLock) {
  const std::vector<FlipEvent> run{{.thread = 0, .location = 7, .acquires = true},
                                   {.thread = 0, .location = 8},
                                   {.thread = 0, .location = 7, .releases = true},
                                   {.thread = 1, .location = 7, .acquires = true, .waits = true},
                                   {.thread = 1, .location = 8}};
  using Races = std::vector<std::pair<std::size_t, std::size_t>>;
  EXPECT_EQ(immediate_races({run, {}}), (Races{{0, 3}})) << "the accesses inside are ordered by the lock";
}

}  // namespace
}  // namespace sleave

#include "engine/minimize/reduce/attempts.h"

#include <gtest/gtest.h>

#include <chrono>
#include <utility>

namespace sleave {
namespace {

// Gives the same run whatever the plan.
class OneRun : public Runner {
 public:
  explicit OneRun(Trace trace) : trace_(std::move(trace)) {}
  Result<Trace> run(const Plan& /*plan*/, Detail /*detail*/) override { return trace_; }

 private:
  Trace trace_;
};

// Main stores, starts a thread that could run, and goes round; the thread runs so often after that.
Trace livelocked(std::uint64_t turns_of_other) {
  Trace trace;
  trace.stacks.push_back(0);
  trace.threads.resize(2);
  trace.threads[0].state = trace.threads[1].state = SLEAVE_THREAD_ENABLED;
  const auto add = [&](std::uint32_t thread, std::uint32_t kind, std::uint16_t flags) {
    sleave_event event{};
    event.thread = thread;
    event.kind = static_cast<decltype(event.kind)>(kind);
    event.flags = static_cast<decltype(event.flags)>(flags);
    trace.events.push_back(event);
  };
  add(0, SLEAVE_EV_atomic_store, SLEAVE_EVENT_CHANGED);
  for (std::uint64_t i = 0; i < turns_of_other; ++i) add(1, SLEAVE_EV_atomic_load, 0);
  for (int i = 0; i < 5; ++i) add(0, SLEAVE_EV_atomic_load, 0);
  trace.header.events = trace.events.size();
  trace.header.outcome = SLEAVE_OUTCOME_failed;
  trace.header.finding = SLEAVE_FIND_no_progress;
  return trace;
}

bool fails_so(const Trace& trace) {
  OneRun runner(trace);
  Symbolizer symbolizer;
  Attempts attempts(runner, symbolizer, trace, {10});
  const std::optional<Attempts::Outcome> outcome = attempts.outcome({});
  return outcome && outcome->failed;
}

// How many runs are made of a program whose runs take this long, or end so.
std::uint64_t most_runs(std::chrono::milliseconds each, std::uint64_t budget, sleave_outcome_kind outcome) {
  Trace trace = livelocked(2);
  trace.header.outcome = outcome;
  OneRun runner(trace);
  Symbolizer symbolizer;
  SlowRuns::Time time{};
  bool running = false;
  const auto now = [&] {
    if (std::exchange(running, !running)) time += each;
    return time;
  };
  Attempts attempts(runner, symbolizer, trace, {budget, std::chrono::seconds(5)}, now);
  while (!attempts.over()) attempts.outcome({});
  return attempts.runs();
}

TEST(Attempts, SlowRunsAreFewer) {
  using std::chrono::milliseconds;
  EXPECT_EQ(most_runs(milliseconds(99), 1'000, SLEAVE_OUTCOME_failed), 1'000U);
  EXPECT_EQ(most_runs(milliseconds(100), 1'000, SLEAVE_OUTCOME_failed), 50U);
  EXPECT_EQ(most_runs(milliseconds(1'000), 1'000, SLEAVE_OUTCOME_failed), 5U);
  EXPECT_EQ(most_runs(milliseconds(20'000), 1'000, SLEAVE_OUTCOME_failed), 1U);
}

// Allows so many runs.
class Allowance final : public RefinerWatch {
 public:
  explicit Allowance(std::uint64_t runs) : left_(runs) {}
  [[nodiscard]] bool is_over() const override { return left_ == 0; }
  void shortened(std::uint64_t /*switches*/) override {}
  void ran() override { --left_; }

 private:
  std::uint64_t left_;
};

TEST(Attempts, AreEndedByTheCampaign) {
  const Trace trace = livelocked(2);
  OneRun runner(trace);
  Symbolizer symbolizer;
  Allowance allowance(7);
  Attempts attempts(runner, symbolizer, trace, {.runs = 1'000, .watch = &allowance});
  while (!attempts.over()) attempts.outcome({});
  EXPECT_EQ(attempts.runs(), 7u);
  EXPECT_FALSE(attempts.outcome({}).has_value());
}

TEST(Attempts, RunsThatUseUpTheirMemoryAreFew) {
  EXPECT_EQ(most_runs(std::chrono::milliseconds(1), 1'000, SLEAVE_OUTCOME_memory_limit), 10U);
}

// Else minimizing would end with a schedule that leaves out the threads for which the others wait.
TEST(Attempts, WithoutProgressOnlyIfEveryThreadHadItsTurn) {
  EXPECT_TRUE(fails_so(livelocked(2)));
  EXPECT_FALSE(fails_so(livelocked(0)));
}

}  // namespace
}  // namespace sleave

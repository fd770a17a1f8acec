#include "engine/strategy/weak/consistent_runner.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sleave {
namespace {

constexpr std::uint32_t kEvents = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS;

// A run that failed.
Trace failed(std::uint64_t hash, bool takes_old_store) {
  Trace trace;
  trace.header.outcome = SLEAVE_OUTCOME_failed;
  trace.header.hash = hash;
  if (takes_old_store) trace.choices.emplace_back().kind = SLEAVE_CHOICE_read_from;
  return trace;
}

// Of a batch the second run fails; made again, it is another run.
class SecondFails final : public Runner {
 public:
  SecondFails(Trace first_time, Trace again) : first_time_(std::move(first_time)), again_(std::move(again)) {}

  Result<Trace> run(const Plan& plan, Detail detail) override {
    again_plans_.push_back(plan);
    EXPECT_EQ(detail, Detail::full);
    return again_;
  }

  Result<std::optional<Trace>> run_some(std::span<const Plan> /*plans*/, Detail /*detail*/, const Seen& seen) override {
    if (!seen(Trace())) return std::optional<Trace>();
    return std::optional(first_time_);
  }

  [[nodiscard]] const std::vector<Plan>& again_plans() const { return again_plans_; }

 private:
  Trace first_time_;
  Trace again_;
  std::vector<Plan> again_plans_;
};

struct Ended {
  Trace last;
  std::vector<Plan> again;  // plans of the runs after the batch
};

// Three plans that keep stores, with seeds 0, 1 and 2.
Ended run_batch(Trace first_time, Trace again, std::uint32_t record = 0) {
  auto runs = std::make_unique<SecondFails>(std::move(first_time), std::move(again));
  const SecondFails& made = *runs;
  ConsistentRunner runner(std::move(runs));
  std::vector<Plan> plans(3);
  for (std::size_t i = 0; i < plans.size(); ++i) {
    plans[i].flags = SLEAVE_PLAN_OLD_STORES;
    plans[i].record = record;
    plans[i].tail_seed = i;
  }
  Result<std::optional<Trace>> last = runner.run_some(plans, Detail::outcome, [](const Trace&) { return true; });
  EXPECT_TRUE(last && *last);
  return {std::move(**last), made.again_plans()};
}

TEST(ConsistentRunner, AFailureOfABatchIsRunAgainWithItsEvents) {
  Trace again = failed(7, true);
  again.header.dropped = 1;  // what is not whole is not allowed
  const Ended ended = run_batch(failed(7, true), again);
  ASSERT_EQ(ended.again.size(), 1u);
  EXPECT_EQ(ended.again[0].tail_seed, 1u);
  EXPECT_EQ(ended.again[0].record & kEvents, kEvents);
  EXPECT_EQ(ended.last.outcome(), SLEAVE_OUTCOME_excluded);
}

TEST(ConsistentRunner, AnotherRunWithTheSamePlanIsNoCheck) {
  Trace again = failed(8, true);
  again.header.dropped = 1;
  const Ended ended = run_batch(failed(7, true), again);
  EXPECT_EQ(ended.again.size(), 1u);
  EXPECT_EQ(ended.last.outcome(), SLEAVE_OUTCOME_failed);
  EXPECT_EQ(ended.last.header.hash, 7u);
}

TEST(ConsistentRunner, AFailureWithNewStoresOrItsEventsIsNotRunAgain) {
  EXPECT_TRUE(run_batch(failed(7, false), failed(7, false)).again.empty());
  Trace whole = failed(7, true);
  whole.header.dropped = 1;
  const Ended ended = run_batch(whole, whole, kEvents);
  EXPECT_TRUE(ended.again.empty());
  EXPECT_EQ(ended.last.outcome(), SLEAVE_OUTCOME_excluded);
}

}  // namespace
}  // namespace sleave

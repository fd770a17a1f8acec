#include "engine/campaign/confirm/serial_failure.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>

#include "engine/campaign/confirm/lasting_livelock.h"

namespace sleave {
namespace {

Trace ended(std::uint32_t outcome) {
  Trace trace;
  trace.header.outcome = outcome;
  trace.header.opportunities[SLEAVE_CHOICE_client] = 1;
  return trace;
}

Trace spinning(const char* message) {
  Trace trace = ended(SLEAVE_OUTCOME_failed);
  trace.header.finding = SLEAVE_FIND_no_progress;
  std::strncpy(trace.header.message, message, sizeof trace.header.message - 1);
  return trace;
}

// A client whose runs are those of a function of the plan.
class Client final : public Runner {
 public:
  explicit Client(std::function<Trace(const Plan&)> run) : run_(std::move(run)) {}

  Result<Trace> run(const Plan& plan, Detail /*detail*/) override {
    plans.push_back(plan);
    return run_(plan);
  }

  std::vector<Plan> plans;

 private:
  std::function<Trace(const Plan&)> run_;
};

bool awaits(const Plan& plan) { return (plan.flags & SLEAVE_PLAN_AWAITS) != 0; }

std::optional<Excuse> excuse(Client& client, const Trace& failed) {
  Plan plan;
  plan.quiet_events = 1000;
  SerialFailures failures;
  const Result<std::optional<Excuse>> found = failures.excuse(client, plan, failed);
  EXPECT_TRUE(found);
  return *found;
}

TEST(SerialFailures, ACallThatAwaitsIsExcusedByRunsThatAwait) {
  Client client([](const Plan&) { return spinning("pop() waits"); });
  const std::optional<Excuse> found = excuse(client, spinning("pop() waits"));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Excuse::Kind::wait);
  ASSERT_EQ(client.plans.size(), 2u);  // the serial run, and with far more patience
  EXPECT_TRUE(awaits(client.plans[0]));
  EXPECT_TRUE(awaits(client.plans[1]));
  EXPECT_EQ(client.plans[1].quiet_events, kMostQuietEvents);
}

TEST(SerialFailures, ARunThatMissesAChangeIsMadeWithoutWaiting) {
  // Without waiting it is as stuck as the failed run: an excuse that the first run does not show.
  Client client(
      [](const Plan& plan) { return awaits(plan) ? ended(SLEAVE_OUTCOME_overtaken) : spinning("pop() waits"); });
  const std::optional<Excuse> found = excuse(client, spinning("pop() waits"));
  ASSERT_TRUE(found);
  ASSERT_EQ(client.plans.size(), 3u);
  EXPECT_TRUE(awaits(client.plans[0]));
  EXPECT_FALSE(awaits(client.plans[1]));
  EXPECT_FALSE(awaits(client.plans[2]));
}

TEST(SerialFailures, ALongLoopIsNoExcuse) {
  Client client([](const Plan& plan) {
    return plan.quiet_events == kMostQuietEvents ? ended(SLEAVE_OUTCOME_exited) : spinning("pop() waits");
  });
  EXPECT_FALSE(excuse(client, spinning("pop() waits")));
}

TEST(SerialFailures, OtherCallsThatWaitAreNoExcuse) {
  Client client([](const Plan&) { return spinning("push() waits"); });
  EXPECT_FALSE(excuse(client, spinning("pop() waits")));
}

}  // namespace
}  // namespace sleave

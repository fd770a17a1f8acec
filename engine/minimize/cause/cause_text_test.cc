#include "engine/minimize/cause/cause_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/testing/built_trace.h"

namespace sleave {
namespace {

using Texts = std::vector<std::string>;

// T1 loads a, T2 stores it, T1 compares and exchanges it; then T2 loads b before T1 stores it.
class CauseText : public testing::Test {
 protected:
  void SetUp() override {
    load_a = step(1, SLEAVE_EV_atomic_load, 8);
    store_a = step(2, SLEAVE_EV_atomic_store, 8);
    cas_a = step(1, SLEAVE_EV_atomic_cas, 8);
    load_b = step(2, SLEAVE_EV_atomic_load, 16);
    store_b = step(1, SLEAVE_EV_atomic_store, 16);
  }

  Moment step(std::uint32_t thread, sleave_event_kind kind, std::uint64_t address) {
    const std::uint64_t index = test.event(thread, kind, at_address(address), 1, 2);
    test.trace.events[index].site = SLEAVE_SITE(SLEAVE_SITE_NO_MODULE, index + 1);
    FindingStep& step = finding.steps.emplace_back();
    step.index = index;
    step.thread = thread;
    return {.thread = thread, .kind = kind, .site = test.trace.events[index].site, .occurrence = 0};
  }

  FindingCause described(std::vector<Ordering> parts) {
    const Cause cause{{.parts = std::move(parts)}, {}};
    return describe(cause, finding, test.trace, symbolizer);
  }

  TestTrace test{2};
  Finding finding;
  Symbolizer symbolizer;
  Moment load_a, store_a, cas_a, load_b, store_b;
};

TEST_F(CauseText, ClausesAreInTheOrderOfTheRun) {
  std::vector<Ordering> parts = {{load_a, store_a}, {store_a, cas_a}, {load_b, store_b}};
  const Texts expected = {"T2's store of X1 comes between T1's load of X1 and its CAS of X1",
                          "T2's load of X2 comes before T1's store of X2"};
  std::sort(parts.begin(), parts.end());
  do {
    EXPECT_EQ(described(parts).orderings, expected);
  } while (std::next_permutation(parts.begin(), parts.end()));
}

TEST_F(CauseText, OneThatNeverHappenedComesLast) {
  const Moment never{.thread = 2, .kind = SLEAVE_EV_atomic_store, .site = 99, .occurrence = 0};
  const FindingCause cause = described({{never, store_b}, {load_a, store_a}});
  ASSERT_EQ(cause.orderings.size(), 2u);
  EXPECT_EQ(cause.orderings[0], "T1's load of X1 comes before T2's store of X1");
}

TEST_F(CauseText, NamesTheSteps) {
  EXPECT_EQ(described({{load_b, store_b}, {load_a, store_a}}).steps, (std::vector<std::uint32_t>{0, 1, 3, 4}));
}

}  // namespace
}  // namespace sleave

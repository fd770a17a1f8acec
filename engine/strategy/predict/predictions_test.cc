// Predictions from one end to the other, on random programs: a run is observed, what it predicts becomes plans, the
// plans are run, and what was called precise must have come true, whatever the runs do afterwards.
#include "engine/strategy/predict/predictions.h"

#include <gtest/gtest.h>

#include "engine/base/test_size.h"
#include "engine/testing/random_program.h"
#include "engine/testing/traced_machine.h"

namespace sleave {
namespace {

using graph::test::Code;
using graph::test::Generator;
using graph::test::Mixture;
using graph::test::Program;

unsigned programs() { return test_size(500, 5'000, 40'000); }

constexpr int kMostTried = 30;

struct Ways {
  bool visible;  // plain accesses are scheduling points
  bool polls;    // runs do not come to an end
};

PredictionReport predict_from(const Program& program, unsigned seed, Ways ways) {
  Predictions predictions({.branches = false});
  Plan observed;
  Predictions::observe(observed);
  std::mt19937 random(seed);
  predictions.learn(observed, test::TracedMachine(program, ways.visible).run(random));
  for (int tried = 0; tried < kMostTried; ++tried) {
    const std::optional<Plan> plan = predictions.next();
    if (!plan) break;
    predictions.learn(*plan, test::TracedMachine(program, ways.visible).run(*plan, ways.polls));
    predictions.finish(*plan);
  }
  return predictions.report();
}

void expect_precise_ones_come_true(Ways ways) {
  const Mixture mixture{Code::read,       Code::read,     Code::write,  Code::write_next, Code::add,
                        Code::cas,        Code::if_equal, Code::lock,   Code::try_lock,   Code::read_lock,
                        Code::write_lock, Code::acquire,  Code::release};
  std::uint64_t precise = 0;
  for (unsigned seed = 1; seed <= programs(); ++seed) {
    const PredictionReport report = predict_from(Generator(seed, mixture).program(), seed, ways);
    EXPECT_EQ(report.precise_not_confirmed, 0u) << "seed " << seed;
    if (testing::Test::HasFailure()) return;
    precise += report.precise;
  }
  EXPECT_GT(precise, programs() / 2);
}

TEST(Predictions, PreciseOnesComeTrue) { expect_precise_ones_come_true({.visible = false, .polls = false}); }

TEST(Predictions, PreciseOnesComeTrueWherePlainAccessesArePoints) {
  expect_precise_ones_come_true({.visible = true, .polls = false});
}

TEST(Predictions, PreciseOnesComeTrueInRunsThatNeverEnd) {
  expect_precise_ones_come_true({.visible = false, .polls = true});
}

}  // namespace
}  // namespace sleave

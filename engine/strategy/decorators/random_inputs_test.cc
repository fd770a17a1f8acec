#include "engine/strategy/decorators/random_inputs.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/testing/fixed_strategy.h"

namespace sleave {
namespace {

constexpr std::uint64_t kAsked = 5;
constexpr std::uint64_t kUnasked = 6;

// A run that asked for one input of eight bytes.
Trace asking() {
  Trace trace;
  sleave_trace_input input{};
  input.name = kAsked;
  input.bytes = 8;
  trace.inputs.push_back(input);
  return trace;
}

InputValues given() {
  const std::vector<std::byte> bytes(8, std::byte{'x'});
  return {{.name = kAsked, .bytes = bytes}, {.name = kUnasked, .bytes = bytes}};
}

// Of 1,000 plans, how many have an input that is the given one but for at most three bytes. Eight random bytes are so
// with a chance below 56 / 256^5.
int near_given(std::vector<InputValues> inputs) {
  RandomInputs strategy(std::make_unique<FixedStrategy>(1), std::move(inputs));
  strategy.done(*strategy.next(), asking());
  int near = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::optional<Plan> plan = strategy.next();
    EXPECT_EQ(plan->inputs.size(), 1u);
    EXPECT_EQ(plan->inputs[0].name, kAsked);
    near += std::count(plan->inputs[0].bytes.begin(), plan->inputs[0].bytes.end(), std::byte{'x'}) >= 5;
    strategy.done(*plan, asking());
  }
  return near;
}

TEST(RandomInputs, ChangesGivenInputsInEverySecondRun) {
  const int near = near_given({given()});
  EXPECT_GT(near, 400);
  EXPECT_LT(near, 600);
}

TEST(RandomInputs, DrawsAllBytesWithoutGivenInputs) { EXPECT_EQ(near_given({}), 0); }

}  // namespace
}  // namespace sleave

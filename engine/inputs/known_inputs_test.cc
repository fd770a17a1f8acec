#include "engine/inputs/known_inputs.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "abi/inputs/shape_link.h"
#include "engine/expr/traced_test.h"

namespace sleave {
namespace {

// The values that each input is given in 2,000 draws.
std::map<std::uint64_t, std::set<unsigned>> drawn(const Trace& trace) {
  KnownInputs known;
  known.learn(trace);
  std::map<std::uint64_t, std::set<unsigned>> values;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Plan plan;
    plan.tail_seed = seed;
    known.draw(plan);
    for (const Plan::Input& input : plan.inputs) {
      EXPECT_EQ(input.bytes.size(), 1u);
      values[input.name].insert(std::to_integer<unsigned>(input.bytes[0]));
    }
  }
  return values;
}

void link(expr::Traced& traced, std::uint64_t name, unsigned own, unsigned flags) {
  traced.input(name, "link", {0});
  traced.trace.inputs.back().base = static_cast<std::int64_t>(
      std::uint64_t{SLEAVE_LINK_MARK} << 48 | std::uint64_t{0xffffffff} << SLEAVE_LINK_POOL_SHIFT | flags | own);
}

TEST(KnownInputs, LinksHoldWhatThereCanBe) {
  expr::Traced traced;
  link(traced, 1, 4, 0);
  link(traced, 2, 4, SLEAVE_LINK_ALIASES);
  link(traced, 3, 1, SLEAVE_LINK_ALIASES);
  link(traced, 4, 1, SLEAVE_LINK_NOT_NULL);
  link(traced, 5, 3, SLEAVE_LINK_NOT_NULL | SLEAVE_LINK_ALIASES);
  link(traced, 6, 0, SLEAVE_LINK_ALIASES);
  traced.input(7, "number", {0});
  auto values = drawn(traced.trace);
  using Set = std::set<unsigned>;
  EXPECT_EQ(values[1], (Set{0, 1}));
  EXPECT_EQ(values[2], (Set{0, 1, 2, 3, 4}));
  EXPECT_EQ(values[3], (Set{0, 1}));
  EXPECT_EQ(values[4], (Set{0}));
  EXPECT_EQ(values[5], (Set{0, 1, 2}));
  EXPECT_EQ(values[6], (Set{0, 1, 2, 3}));
  EXPECT_GT(values[7].size(), 200u);
}

}  // namespace
}  // namespace sleave

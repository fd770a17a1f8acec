// The search for reasons over small worlds: some facts, of which not all combinations can be, and a failure that
// depends on them. What it should name is known by going through all combinations.
#include "engine/minimize/cause/reason.h"

#include <gtest/gtest.h>

#include <functional>

#include "engine/base/rng.h"

namespace sleave {
namespace {

using Facts = unsigned;  // one bit each

struct World {
  unsigned facts;
  std::function<bool(Facts)> can_be;
  std::function<bool(Facts)> fails;

  [[nodiscard]] std::vector<Facts> all() const {
    std::vector<Facts> found;
    for (Facts one = 0; one < 1u << facts; ++one) {
      if (can_be(one)) found.push_back(one);
    }
    return found;
  }
};

class WorldExperiments {
 public:
  using Part = unsigned;  // a fact, by its number
  struct Sample {
    bool failed = false;
    Facts facts = 0;
  };

  // The facts of `always_shown` hold in all runs that are made to keep others, unless they are challenges.
  WorldExperiments(const World& world, bool implied_are_reported, Facts always_shown = 0)
      : world_(world), implied_are_reported_(implied_are_reported), always_shown_(always_shown) {}

  [[nodiscard]] std::vector<unsigned> candidates() const {
    std::vector<unsigned> all;
    for (unsigned fact = 0; fact < world_.facts; ++fact) all.push_back(fact);
    return all;
  }
  Attempted<Sample> kept(const std::vector<unsigned>& parts, int /*number*/) {
    return any(bits(parts) | always_shown_, 0);
  }
  Attempted<Sample> challenged(const std::vector<unsigned>& parts) { return any(bits(parts), 0); }
  Attempted<Sample> broken(unsigned part, const std::vector<unsigned>& rest, int /*number*/) {
    return any(bits(rest), 1u << part);
  }
  bool goes_without_saying(unsigned part, const std::vector<unsigned>& /*rest*/) {
    return !implied_are_reported_ || !broken(part, {}, 0).sample;
  }
  [[nodiscard]] bool may_be_taken_by(const std::vector<unsigned>& parts, unsigned /*part*/) const {
    return implied_are_reported_ && !parts.empty();
  }
  static std::vector<unsigned> weaker(unsigned /*part*/) { return {}; }
  static bool is_missing(unsigned part, const Sample& sample) { return (sample.facts >> part & 1u) == 0; }
  static void learn(const Sample& /*passed*/) {}
  static bool over() { return false; }

  // One run of each sort, `times` times.
  void sample_all(int times) {
    for (int i = 0; i < times; ++i) {
      for (const Facts one : world_.all()) fresh_.push_back({world_.fails(one), one});
    }
  }
  [[nodiscard]] const std::vector<Sample>& fresh() const { return fresh_; }
  static bool counts(const Sample& /*sample*/) { return true; }
  static bool all_hold(const std::vector<unsigned>& parts, const Sample& sample) {
    return (sample.facts & bits(parts)) == bits(parts);
  }

 private:
  static Facts bits(const std::vector<unsigned>& parts) {
    Facts all = 0;
    for (const unsigned part : parts) all |= 1u << part;
    return all;
  }

  Attempted<Sample> any(Facts wanted, Facts unwanted) {
    std::vector<Facts> found;
    for (const Facts one : world_.all()) {
      if ((one & wanted) == wanted && (one & unwanted) == 0) found.push_back(one);
    }
    if (found.empty()) return {.possible = false};
    const Facts one = found[rng_.below(found.size())];
    return {.sample = Sample{world_.fails(one), one}};
  }

  const World& world_;
  bool implied_are_reported_;
  Facts always_shown_;
  std::vector<Sample> fresh_;
  Rng rng_{7};
};

std::vector<unsigned> reason_in(const World& world, bool implied_are_reported, std::vector<unsigned> held,
                                Facts always_shown = 0) {
  WorldExperiments experiments(world, implied_are_reported, always_shown);
  std::optional<Reason<unsigned>> reason = ReasonSearch(experiments, std::move(held)).find();
  if (!reason) return {99};
  std::sort(reason->parts.begin(), reason->parts.end());
  return reason->parts;
}

// Fact 1, that two threads are inside at once, comes about only with fact 0, that one of them read too early.
const World kInside{.facts = 3,
                    .can_be = [](Facts facts) { return (facts & 2u) == 0 || (facts & 1u) != 0; },
                    .fails = [](Facts facts) { return (facts & 2u) != 0; }};

TEST(Reason, TellsHowItComesToWhatFails) {
  EXPECT_EQ(reason_in(kInside, true, {2, 1, 0}), (std::vector<unsigned>{0, 1}));
}

TEST(Reason, FindsHowItComesToWhatFailsAmongOtherCandidates) {
  EXPECT_EQ(reason_in(kInside, true, {1}), (std::vector<unsigned>{0, 1}));
}

TEST(Reason, LeavesOutWhatFollowsWhereThatIsNotTold) {
  EXPECT_EQ(reason_in(kInside, false, {2, 1, 0}), (std::vector<unsigned>{1}));
}

TEST(Reason, LeavesOutWhatIsAlwaysSo) {
  const World world{.facts = 2,
                    .can_be = [](Facts facts) { return (facts & 1u) != 0; },
                    .fails = [](Facts facts) { return (facts & 2u) != 0; }};
  EXPECT_EQ(reason_in(world, true, {0, 1}), (std::vector<unsigned>{1}));
}

// Two threads are inside at once if each came in before the other left, and a run that fails shows only one of them go.
TEST(Reason, AddsWhatOnlyAChallengeShows) {
  const World world{
      .facts = 3, .can_be = [](Facts) { return true; }, .fails = [](Facts facts) { return (facts & 3u) == 3; }};
  EXPECT_EQ(reason_in(world, true, {0}, 2u), (std::vector<unsigned>{0, 1}));
}

// All runs made from the failing one show fact 1, also those that break another: only fresh ones are without it.
TEST(Reason, AddsWhatOnlyFreshRunsShow) {
  const World shown{.facts = 3,
                    .can_be = [](Facts facts) { return (facts & 2u) != 0; },
                    .fails = [](Facts facts) { return (facts & 3u) == 3; }};
  const World world{
      .facts = 3, .can_be = [](Facts) { return true; }, .fails = [](Facts facts) { return (facts & 3u) == 3; }};
  class Biased : public WorldExperiments {
   public:
    Biased(const World& shown, const World& whole) : WorldExperiments(shown, false), whole_(whole, false) {
      whole_.sample_all(10);
    }
    [[nodiscard]] const std::vector<Sample>& fresh() const { return whole_.fresh(); }
    Attempted<Sample> broken(unsigned part, const std::vector<unsigned>& rest, int number) {
      return part == 1 ? whole_.broken(part, rest, number) : WorldExperiments::broken(part, rest, number);
    }

   private:
    WorldExperiments whole_;
  };
  Biased experiments(shown, world);
  const std::optional<Reason<unsigned>> reason = ReasonSearch(experiments, std::vector<unsigned>{0}).find();
  ASSERT_TRUE(reason.has_value());
  std::vector<unsigned> parts = reason->parts;
  std::sort(parts.begin(), parts.end());
  EXPECT_EQ(parts, (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(reason->failed, reason->runs);
  EXPECT_EQ(reason->broken_failed, 0u);
  EXPECT_GE(reason->broken_runs, 60u) << "of the eight sorts of runs six break a part";
}

// What nothing tells apart is counted.
TEST(Reason, CountsFreshRunsThatSpeakAgainstIt) {
  int asked = 0;
  const World world{.facts = 1,
                    .can_be = [](Facts) { return true; },
                    .fails = [&asked](Facts facts) { return facts == 1 && ++asked % 50 != 0; }};
  const World always{.facts = 1, .can_be = [](Facts) { return true; }, .fails = [](Facts facts) { return facts == 1; }};
  class Unlucky : public WorldExperiments {
   public:
    Unlucky(const World& made, const World& fresh) : WorldExperiments(made, false), whole_(fresh, false) {
      whole_.sample_all(200);
    }
    [[nodiscard]] const std::vector<Sample>& fresh() const { return whole_.fresh(); }

   private:
    WorldExperiments whole_;
  };
  Unlucky experiments(always, world);
  const std::optional<Reason<unsigned>> reason = ReasonSearch(experiments, std::vector<unsigned>{0}).find();
  ASSERT_TRUE(reason.has_value());
  EXPECT_EQ(reason->parts, std::vector<unsigned>{0});
  EXPECT_EQ(reason->runs - reason->failed, 4u) << "of 200 every fiftieth passed";
}

// Random worlds in which it fails with a set of facts, and some facts need others: all of the set is named, or follows
// from what is; what is named besides is what these need.
TEST(Reason, OfRandomWorlds) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(derive_seed(5, seed));
    const unsigned facts = 3 + static_cast<unsigned>(rng.below(4));
    const Facts needed = 1 + static_cast<Facts>(rng.below((1u << facts) - 1));
    std::vector<std::pair<Facts, Facts>> needs;  // a fact and one that it needs, of a lower number
    for (unsigned fact = 1; fact < facts; ++fact) {
      if (rng.below(3) == 0) needs.emplace_back(1u << fact, 1u << rng.below(fact));
    }
    const World world{.facts = facts,
                      .can_be =
                          [&](Facts one) {
                            return std::all_of(needs.begin(), needs.end(), [&](const auto& need) {
                              return (one & need.first) == 0 || (one & need.second) != 0;
                            });
                          },
                      .fails = [&](Facts one) { return (one & needed) == needed; }};
    std::vector<unsigned> held;
    for (unsigned fact = facts; fact-- > 0;) held.push_back(fact);
    Facts named = 0;
    for (const unsigned part : reason_in(world, true, held)) named |= 1u << part;
    Facts always = ~0u;
    for (const Facts one : world.all()) {
      EXPECT_TRUE((one & named) != named || world.fails(one)) << "seed " << seed;
      if (world.fails(one)) always &= one;
    }
    EXPECT_EQ(named & ~always, 0u) << "seed " << seed << ": a fact without which it fails too";
  }
}

}  // namespace
}  // namespace sleave

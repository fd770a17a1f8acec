#include "engine/model/gaps/gap_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "abi/calls/intercepts.h"
#include "engine/base/rng.h"

namespace sleave {
namespace {

struct Row {
  GapKind kind;
  std::string argument;
  std::string words;
};
const std::vector<Row> kRows = {
#define SLEAVE_GAP(name, argument, words) {GapKind::name, #argument, words},
#include "engine/model/gaps/gaps.def"
#undef SLEAVE_GAP
};
constexpr Assumption kAssumptions[] = {
#define SLEAVE_ASSUMPTION(name, words) Assumption::name,
#include "engine/model/gaps/assumptions.def"
#undef SLEAVE_ASSUMPTION
};

std::size_t places(const std::string& words) {
  std::size_t count = 0;
  for (std::size_t at = words.find("{}"); at != std::string::npos; at = words.find("{}", at + 2)) ++count;
  return count;
}

TEST(Gap, EveryRowHasAPlaceForEachArgument) {
  for (const Row& row : kRows) {
    const bool two = row.argument == "numbers" || row.argument == "path_constraint";
    EXPECT_EQ(places(row.words), row.argument == "none" ? 0u : two ? 2u : 1u) << row.words;
  }
}

TEST(Gap, EveryRowHasItsOwnWords) {
  std::set<std::string> seen;
  for (const Row& row : kRows) {
    const std::string words = in_words(Gap(row.kind, 0, std::string("x")));
    EXPECT_FALSE(words.empty()) << row.words;
    EXPECT_EQ(words.find('{'), std::string::npos) << words;
    EXPECT_TRUE(seen.insert(words).second) << words;
  }
  for (const Assumption assumption : kAssumptions) EXPECT_TRUE(seen.insert(in_words(assumption)).second);
}

TEST(Gap, ArgumentsAreWordsOfTheirTables) {
  EXPECT_EQ(in_words({GapKind::unmodeled_operation, SLEAVE_EV_mutex_lock}),
            "operations that the search does not model (locks mutex)");
  EXPECT_EQ(in_words({GapKind::choice_not_tried, SLEAVE_CHOICE_timeout}),
            "the search does not try every choice (--choices=timeout)");
  EXPECT_EQ(in_words({GapKind::run_ended, SLEAVE_OUTCOME_step_limit}), "a run reached the step limit");
  EXPECT_EQ(in_words({GapKind::input_concretized, SLEAVE_CONCRETIZATION_floating}),
            "input-dependent values were concretized by floating-point arithmetic");
  EXPECT_EQ(in_words({GapKind::too_many_values, SLEAVE_PATH_CONSTRAINT_branch, 64}),
            "a branch has more than 64 values");
  EXPECT_EQ(in_words({GapKind::long_run, 20'000}), "a run has more than 20000 events");
  EXPECT_EQ(in_words(wrong_trace("an expression is unknown")), "an expression is unknown");
  EXPECT_TRUE(in_words({GapKind::audit, 3, 7}).find("(its step 3 of 7 is new)") != std::string::npos);
}

TEST(Gap, OfAnEscapeNamesTheFunction) {
  sleave_trace_uncontrolled escape{};
  escape.kind = SLEAVE_ESCAPE_assembly;
  escape.function = SLEAVE_CALL_COUNT;
  const std::string words = in_words(gap_of(escape));
  EXPECT_TRUE(words.starts_with("the program ")) << words;
  EXPECT_NE(words.find("inline assembly"), std::string::npos) << words;
  EXPECT_EQ(in_words({GapKind::escape, SLEAVE_ESCAPE_COUNT, std::string("f")}), "the program f") << "of a newer Sleave";
}

TEST(Gap, WordsAreSorted) {
  const Gaps gaps = {GapKind::timers, GapKind::racing_accesses, {GapKind::long_run, 5}};
  EXPECT_EQ(in_words(gaps), (std::set<std::string>{"a run has more than 5 events",
                                                   "not all orders of racing accesses are tried", "timers run"}));
}

TEST(SavedGaps, AreReadAsTheyWere) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    Gaps gaps;
    for (const Row& row : kRows) {
      if (rng.below(3) == 0) continue;
      Gap gap(row.kind, rng.next(), rng.below(100));
      gap.text = std::string(rng.below(4), '"');
      gaps.insert(gap);
    }
    EXPECT_EQ(gaps_from_json(nlohmann::json::parse(saved_gaps(gaps).dump())), gaps);
  }
  const Assumptions all(std::begin(kAssumptions), std::end(kAssumptions));
  EXPECT_EQ(assumptions_from_json(saved_assumptions(all)), all);
}

TEST(SavedGaps, AreRefusedIfUnknown) {
  for (const char* text : {R"(["timers run"])", R"([["sundial", 0, 0, ""]])", R"([["timers"]])",
                           R"([["timers", 0, 0, 1]])", R"([[3, 0, 0, ""]])", R"([["timers", "x", 0, ""]])"}) {
    EXPECT_THROW(static_cast<void>(gaps_from_json(nlohmann::json::parse(text))), nlohmann::json::exception) << text;
  }
  EXPECT_THROW(static_cast<void>(assumptions_from_json({"no clocks"})), nlohmann::json::exception);
}

}  // namespace
}  // namespace sleave

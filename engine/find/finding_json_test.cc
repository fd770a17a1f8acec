#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/find/finding.h"

namespace sleave {
namespace {

// Every field has a value of its own, so that a swapped or forgotten one shows.
Finding full() {
  const Frame frame{"f()", "a.cc", 1, 2, "a.out", 0xffffffffffffffff, true};
  Finding f;
  f.id = 3;
  f.kind = "deadlock";
  f.title = "title";
  f.message = "message";
  f.signature = "signature";
  f.explanation = "explanation";
  f.thread = 1;
  f.stack = {frame};
  f.threads = {{"main", "name", "", "blocked", "waits", {frame}, {}}, {"T1", "", "main", "running", "", {}, {frame}}};
  f.locks = {{"T1", "M1", {frame}}};
  f.objects = {{"M1", "mutex", "place", {frame}}};
  f.steps = {{4, 1, "text", frame, true, false, true, 5, 6, 7, "object", "value"}};
  f.links = {{"reads", 0, 0}};
  f.steps_left_out = 8;
  f.uncontrolled = {"read"};
  f.inputs = {{"n", "T1", 2, "0700", "7"}};
  f.target = "target";
  f.strategy = "pct";
  f.seed = 0xfedcba9876543210;
  f.first_run = 9;
  f.events = 10;
  f.switches = 11;
  f.preemptions = 12;
  f.minimized = {13, 14, 15, 16, 17, 22};
  f.cause = {true,      {"this comes before that"}, 18, 19, 20, 21, {0}, {"n > 7"}, 23, 24, 25, 26, "(check-sat)",
             "too long"};
  return f;
}

TEST(FindingJson, ComesBackAsItWas) {
  const std::string text = to_json(full());
  const auto again = finding_from_json(text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(to_json(again.value()), text);
  EXPECT_EQ(again.value().seed, 0xfedcba9876543210u);
  EXPECT_EQ(again.value().stack[0].offset, 0xffffffffffffffffu);
  EXPECT_EQ(again.value().steps[0].left_out, 7u);
  EXPECT_TRUE(again.value().steps[0].unfinished);
  EXPECT_EQ(again.value().steps[0].value, "value");
  EXPECT_EQ(again.value().links[0].kind, "reads");
  EXPECT_EQ(again.value().preemptions, 12u);
  EXPECT_EQ(again.value().minimized.threads, 17u);
  EXPECT_EQ(again.value().minimized.input_bytes, 22u);
  EXPECT_EQ(again.value().cause.reversed_failed, 21u);
  EXPECT_EQ(again.value().cause.conditions, std::vector<std::string>{"n > 7"});
  EXPECT_EQ(again.value().cause.broken_inputs_failed, 26u);
  EXPECT_EQ(again.value().cause.condition_script, "(check-sat)");
  EXPECT_EQ(again.value().cause.why_not, "too long");
}

TEST(FindingJson, HasFormatAndSchema) {
  const auto json = nlohmann::json::parse(to_json({}));
  EXPECT_EQ(json["format"], "sleave-finding");
  EXPECT_EQ(json["schema"], 1);
}

TEST(FindingJson, IgnoresWhatItDoesNotKnow) {
  auto json = nlohmann::json::parse(to_json(full()));
  json["invented"] = {1, 2, 3};
  json["threads"][0]["mood"] = "good";
  EXPECT_TRUE(finding_from_json(json.dump()).ok());
}

TEST(FindingJson, MissingFieldsKeepTheirDefaults) {
  const auto finding = finding_from_json(R"({"format": "sleave-finding", "schema": 1, "kind": "crash"})");
  ASSERT_TRUE(finding.ok());
  EXPECT_EQ(finding.value().kind, "crash");
  EXPECT_TRUE(finding.value().steps.empty());
}

TEST(FindingJson, RefusesWhatIsNoFinding) {
  for (const char* text :
       {"", "[]", "{", "null", R"({"schema": 1})", R"({"format": "sleave-finding"})",
        R"({"format": "sleave-finding", "schema": 2})", R"({"format": "sleave-finding", "schema": -1})",
        R"({"format": "sleave-finding", "schema": 1, "id": "x"})",
        R"({"format": "sleave-finding", "schema": 1, "threads": {}})",
        R"({"format": "sleave-finding", "schema": 1, "thread": 4294967296})",
        R"({"format": "sleave-finding", "schema": 1, "steps": [{"thread": 1}]})",
        R"({"format": "sleave-finding", "schema": 1, "links": [{"from": 0, "to": 0}]})"}) {
    const auto finding = finding_from_json(text);
    EXPECT_FALSE(finding.ok()) << text;
    if (!finding.ok()) {
      EXPECT_EQ(finding.error().tier, Tier::environment);
    }
  }
}

TEST(FindingJson, SurvivesTextThatIsNotUtf8) {
  Finding finding;
  finding.message = "\xff\xfe";
  EXPECT_TRUE(finding_from_json(to_json(finding)).ok());
}

}  // namespace
}  // namespace sleave

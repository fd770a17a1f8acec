// Reports that other programs read. Goldens pin every byte; what the formats demand is checked here and, on real
// findings and with the formats' own readers, in tests/export.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/report/export/github.h"
#include "engine/report/export/junit.h"
#include "engine/report/export/perfetto.h"
#include "engine/report/export/sarif.h"
#include "engine/report/export/source_path.h"
#include "engine/report/export/witness.h"
#include "engine/report/markup.h"
#include "engine/testing/golden.h"
#include "engine/testing/sample_findings.h"

namespace sleave {
namespace {

using nlohmann::json;

const char* const kRoot = "/home/user/src/project";

std::vector<StoredFinding> two_findings() {
  return {{sample_assertion(), "sleave-out/bank/findings/1"}, {sample_deadlock(), "sleave-out/bank/findings/2"}};
}

// Whatever a program calls its threads and says.
StoredFinding hostile() {
  Finding finding = sample_assertion();
  finding.message = "\xff\033[2J]]>&<\"',::\n%0A";
  finding.threads[1].name = "</testcase>\x01";
  finding.steps[0].text = finding.steps[0].object = finding.signature = finding.message;
  finding.stack[0].file = "a b,%c:\xff.cc";
  return {finding, "out/1"};
}

TEST(Github, LooksAsTheGoldenSays) { expect_golden("findings.github.txt", github_annotations(two_findings(), kRoot)); }

TEST(Github, OneLineForEachWhateverItSays) {
  const std::string text = github_annotations({hostile()}, kRoot);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_NE(text.find(",file=a b%2C%25c%3A?.cc,line=12"), std::string::npos) << text;
}

TEST(Junit, LooksAsTheGoldenSays) {
  const TargetResult failed{.program = "/build/bank",
                            .result = "finding",
                            .strategy = "pct",
                            .seed = 7,
                            .runs = 17,
                            .distinct = 9,
                            .seconds = 0.25,
                            .findings = two_findings()};
  const TargetResult clean{.program = "/build/queue_test",
                           .result = "complete",
                           .strategy = "dpor",
                           .seed = 1,
                           .runs = 120,
                           .distinct = 120,
                           .seconds = 1.5,
                           .findings = {}};
  expect_golden("targets.junit.xml", junit_report({failed, clean}));
}

TEST(Perfetto, LooksAsTheGoldenSays) { expect_golden("assertion.perfetto.json", perfetto_trace(two_findings()[0])); }

TEST(Perfetto, ArrowsBeginAndEndInTheirSlices) {
  const json trace = json::parse(perfetto_trace(two_findings()[1]));
  for (const json& arrow : trace["traceEvents"]) {
    if (arrow["ph"] != "s" && arrow["ph"] != "f") continue;
    int around = 0;
    for (const json& slice : trace["traceEvents"]) {
      if (slice["ph"] != "X" || slice["tid"] != arrow["tid"]) continue;
      const int begin = slice["ts"], at = arrow["ts"], length = slice["dur"];
      around += begin <= at && at < begin + length ? 1 : 0;
    }
    EXPECT_EQ(around, 1) << arrow;
  }
}

TEST(Sarif, LooksAsTheGoldenSays) { expect_golden("findings.sarif", sarif_report(two_findings(), kRoot, "0.1.0")); }

TEST(Sarif, AFlowForEachThreadInTheOrderOfTheRun) {
  const json result = json::parse(sarif_report(two_findings(), kRoot, "0.1.0"))["runs"][0]["results"][0];
  std::map<int, std::string> texts;
  for (const json& flow : result["codeFlows"][0]["threadFlows"]) {
    int last = 0;
    for (const json& step : flow["locations"]) {
      EXPECT_GT(step["executionOrder"], last);
      last = step["executionOrder"];
      texts[last] = step["location"]["message"]["text"];
    }
  }
  const Finding finding = sample_assertion();
  ASSERT_EQ(texts.size(), finding.steps.size());
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(texts[static_cast<int>(i) + 1], finding.steps[i].text);
}

TEST(Sarif, TellsTheInputs) {
  const Finding finding = sample_with_inputs();
  const json properties =
      json::parse(sarif_report({{finding, "x"}}, kRoot, "1"))["runs"][0]["results"][0]["properties"];
  ASSERT_EQ(properties["inputs"].size(), finding.inputs.size());
  EXPECT_EQ(properties["inputs"][0]["name"], finding.inputs[0].name);
  EXPECT_EQ(properties["inputs"][0]["value"], finding.inputs[0].value);
}

TEST(Sarif, TellsWhatMakesItFail) {
  const Finding finding = sample_explained();
  const json result = json::parse(sarif_report({{finding, "x"}}, kRoot, "1"))["runs"][0]["results"][0];
  const std::string message = result["message"]["text"];
  EXPECT_NE(message.find("It fails whenever " + finding.cause.orderings[0] + ", and "), std::string::npos) << message;
  EXPECT_NE(message.find("limit >= 8"), std::string::npos) << message;
  EXPECT_NE(message.find("40 of 40 other inputs for which this holds failed, 0 of 36 for which"), std::string::npos);
  std::size_t essential = 0;
  for (const json& flow : result["codeFlows"][0]["threadFlows"]) {
    for (const json& step : flow["locations"]) essential += step["importance"] == "essential" ? 1 : 0;
  }
  EXPECT_GE(essential, finding.cause.steps.size());
}

TEST(MachineReports, StayWellFormedWhateverTheProgramSays) {
  EXPECT_TRUE(json::accept(sarif_report({hostile()}, kRoot, "1")));
  EXPECT_TRUE(json::accept(perfetto_trace(hostile())));
  TargetResult hostile_target;
  hostile_target.program = "<&>";
  hostile_target.findings = {hostile()};
  const std::string xml = junit_report({hostile_target});
  EXPECT_EQ(xml.find("<&>"), std::string::npos);
  EXPECT_EQ(xml.find("</testcase>"), xml.rfind("</testcase>"));
  EXPECT_EQ(xml.find('\033'), std::string::npos);
}

TEST(MachineReports, AnEmptyFindingIsStillAReport) {
  EXPECT_TRUE(json::accept(sarif_report({{}}, "", "1")));
  EXPECT_TRUE(json::accept(perfetto_trace({})));
  EXPECT_NE(github_annotations({{}}, "").find("::error "), std::string::npos);
}

TEST(SourcePath, IsBelowItsRootOrStaysAsItIs) {
  EXPECT_EQ(below_root("/src/project/a/b.cc", "/src/project"), "a/b.cc");
  EXPECT_EQ(below_root("/src/project/a/../b.cc", "/src/project/"), "b.cc");
  EXPECT_EQ(below_root("/src/projects/b.cc", "/src/project"), "/src/projects/b.cc");
  EXPECT_EQ(below_root("a/./b.cc", "/src/project"), "a/b.cc");
  EXPECT_EQ(below_root("/a.cc", ""), "/a.cc");
  EXPECT_EQ(path_uri("a b/\xc3\xa4.cc"), "a%20b/%C3%A4.cc");
  EXPECT_EQ(path_uri("/a.cc"), "file:///a.cc");
}

TEST(Markup, EscapesAndCleans) { EXPECT_EQ(escaped("a<b>&\"'\n\x01\tc"), "a&lt;b&gt;&amp;&quot;&#39;\n? c"); }

TEST(Witness, LooksAsTheGoldenSays) {
  const StoredFinding stored = two_findings().front();
  std::map<std::string, std::string> hashes;
  for (const FindingStep& step : stored.finding.steps) hashes[step.where.file] = std::string(64, 'a');
  hashes[stored.finding.stack.front().file] = std::string(64, 'b');
  const Result<std::string> text = violation_witness(stored, hashes, "1.2.3", "2026-01-02T03:04:05Z");
  ASSERT_TRUE(text.ok());
  expect_golden("assertion.witness.yml", *text);
}

TEST(Witness, OfADataRaceEndsInBothAccesses) {
  Finding finding = sample_assertion();
  finding.kind = "data_race";
  const Frame add = sample_frame("add(int)", "counter.cc", 6);
  finding.accesses = {{"Write of size 4", false, 2, "counter", {}, {add}},
                      {"Read of size 4", false, 1, "counter", {}, {add}}};
  finding.stack = {add};
  const Result<std::string> text = violation_witness({finding, "x"}, {{add.file, std::string(64, 'a')}}, "1", "2026");
  ASSERT_TRUE(text.ok());
  const std::string end = text->substr(text->rfind("- segment:"));
  EXPECT_NE(end.find("type: target\n        action: follow\n        thread_id: 2\n"), std::string::npos) << end;
  EXPECT_NE(end.find("type: target\n        action: follow\n        thread_id: 1\n"), std::string::npos) << end;
}

TEST(Witness, WhatItCannotBe) {
  EXPECT_FALSE(violation_witness(two_findings().back(), {}, "", "").ok());   // a deadlock is no property
  EXPECT_FALSE(violation_witness(two_findings().front(), {}, "", "").ok());  // no sources
}

}  // namespace
}  // namespace sleave

#include "cli/print/wording.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace sleave {
namespace {

CampaignStatus sample_status() {
  CampaignStatus status;
  status.runs = 1024;
  status.distinct = 87;
  status.chance_of_new = 0.0123;
  status.seconds = 0.5;
  return status;
}

TEST(Wording, FirstLines) {
  CampaignOptions options;
  options.target.program = "/src/queue_test";
  options.folder = "sleave-out/queue_test";
  const CampaignStart start{"auto", 7};
  EXPECT_EQ(first_lines(options, start, "0.1.0"),
            "sleave 0.1.0: /src/queue_test, strategy auto, seed 7, 60 s, in sleave-out/queue_test\n");
  options.target.program = std::filesystem::current_path().string() + "/queue_test";
  options.runs = 50;
  EXPECT_EQ(first_lines(options, start, "0.1.0"),
            "sleave 0.1.0: ./queue_test, strategy auto, seed 7, 50 runs or 60 s, in sleave-out/queue_test\n");
  options.jobs = 4;
  options.runs = 0;
  options.time = {};
  options.isolation = SLEAVE_ISOLATION_fork;
  options.target.threads = SLEAVE_THREADS_NATIVE;
  EXPECT_NE(first_lines(options, start, "0.1.0").find("seed 7, no limit, 4 jobs, isolation fork, native threads, in "),
            std::string::npos);
}

TEST(Wording, ControlLines) {
  CampaignStatus status;
  EXPECT_EQ(control_lines(status), "");
  status.uninstrumented = {"libc.so.6", "libm.so.6", "libz.so.1"};
  status.uncontrolled = {{"getaddrinfo", 2}};
  EXPECT_EQ(control_lines(status),
            "not instrumented (each call is one step): libz.so.1, the system's C and C++ libraries\n"
            "uncontrolled: getaddrinfo\n");
  status.uninstrumented = {"libz.so.1"};
  status.uncontrolled = {};
  EXPECT_EQ(control_lines(status), "not instrumented (each call is one step): libz.so.1\n");
}

TEST(Wording, ProgressLine) {
  CampaignStatus status = sample_status();
  EXPECT_EQ(progress_line(status), "1024 runs, 87 distinct, 2048/s, no finding");
  status.findings.resize(2);
  status.distinct_exact = false;
  EXPECT_EQ(progress_line(status), "1024 runs, about 87 distinct, 2048/s, 2 findings");
  status.runs = 1;
  status.findings.resize(1);
  EXPECT_EQ(progress_line(status), "1 run, about 87 distinct, 2/s, 1 finding");
}

TEST(Wording, ElapsedTime) {
  using std::chrono::milliseconds;
  EXPECT_EQ(elapsed_text(12.9, milliseconds(60'000)), "12 s of 60 s");
  EXPECT_EQ(elapsed_text(0.2, milliseconds(500)), "0 s of 0.5 s");
  EXPECT_EQ(elapsed_text(900, milliseconds(7'200'000)), "15 min of 2 h");
  EXPECT_EQ(elapsed_text(12.9, milliseconds(0)), "12 s");
}

TEST(Wording, RefiningLine) {
  EXPECT_EQ(refining_line({.finding = 1, .switches = 14, .runs = 3}), "minimizing finding 1: 14 switches left");
  EXPECT_EQ(refining_line({.finding = 2, .switches = 1}), "minimizing finding 2: 1 switch left");
  EXPECT_EQ(refining_line({.kind = RefineStep::Kind::explaining, .finding = 1, .switches = 2, .runs = 120}),
            "explaining finding 1: 120 runs");
}

TEST(Wording, CompleteResult) {
  CampaignResult result;
  result.status = sample_status();
  result.status.exhaustion = Exhaustion{.complete_runs = 1024};
  EXPECT_EQ(result_word(result.status), "complete");
  EXPECT_EQ(result_lines(result),
            "Result: complete. No failure in any of 1024 classes of executions, each run once: every execution of the "
            "program "
            "with this input, up to the order of independent operations, under sequential consistency.\n"
            "Uncontrolled calls: none.\n");
  result.status.exhaustion->assumptions = {Assumption::no_spurious_wake_ups};
  EXPECT_NE(result_lines(result).find("under sequential consistency, with no spurious wake-ups.\n"), std::string::npos);
}

// Of a data structure the claim names the roots.
TEST(Wording, InputsOfAClaim) {
  CampaignResult result;
  result.status = sample_status();
  result.status.exhaustion = Exhaustion{.complete_runs = 1024};
  result.status.inputs.emplace().names = {"key",  "list",         "list->next", "list->next->next",
                                          "tree", "tree#5->left", "x->y"};
  EXPECT_NE(result_lines(result).find("for all inputs (key, list, tree, x->y)"), std::string::npos);
}

TEST(Wording, ExhaustiveSearchThatIsNotComplete) {
  CampaignResult result;
  result.status = sample_status();
  result.status.exhaustion = Exhaustion{.complete_runs = 7, .beyond_bound = 2, .bound = "2 preemptions"};
  EXPECT_EQ(result_word(result.status), "complete up to 2 preemptions");
  EXPECT_NE(
      result_lines(result).find("Result: complete up to 2 preemptions. No failure in any of 7 classes of executions, "
                                "each run once: every execution of the program with this input that has at most 2 "
                                "preemptions, up to the order of independent operations, under sequential "
                                "consistency.\n"),
      std::string::npos);
  result.status.exhaustion = Exhaustion{.complete_runs = 1024, .open = 3};
  EXPECT_EQ(result_word(result.status), "sampled");
  EXPECT_EQ(result_lines(result),
            "Result: sampled. No failure in 1024 runs, 87 distinct.\nNot complete: 3 parts of the space are open.\n"
            "Uncontrolled calls: none.\n");
  result.status.exhaustion->gaps = {GapKind::timers};
  EXPECT_NE(result_lines(result).find("Not complete: timers run, 3 parts of the space are open.\n"), std::string::npos);
  result.status.exhaustion->open = 0;
  EXPECT_EQ(result_word(result.status), "sampled") << "a gap is enough";
  result.status.exhaustion->gaps.clear();
  result.status.findings.resize(1);
  EXPECT_EQ(result_word(result.status), "finding");
  EXPECT_NE(result_lines(result).find("The search is complete: 1024 classes of executions came to the end.\n"),
            std::string::npos);
}

TEST(Wording, ProgressOfASearch) {
  CampaignStatus status = sample_status();
  status.exhaustion = Exhaustion{.complete_runs = 1024, .open = 3, .estimate = {7134, 5123, 9876}};
  EXPECT_EQ(progress_line(status), "1024 runs, of about 7100 (5100 to 9900), 87 distinct, 2048/s, no finding");
  status.exhaustion->open = 0;
  EXPECT_EQ(progress_line(status), "1024 runs, 87 distinct, 2048/s, no finding");
}

TEST(Wording, SampledResult) {
  CampaignResult result;
  result.status = sample_status();
  EXPECT_EQ(result_lines(result),
            "Result: sampled. No failure in 1024 runs, 87 distinct; the chance that another run is of a new class is "
            "about 1.2 %.\n"
            "Uncontrolled calls: none.\n");
  result.end = CampaignEnd::interrupted;
  result.status.chance_of_new = 0;
  result.status.step_limited = 1;
  result.status.refused = 2;
  result.status.refused_why = "too many threads";
  result.status.uncontrolled = {{"getpid", 1}, {"poll", 3}};
  EXPECT_EQ(result_lines(result),
            "Interrupted; --resume continues.\n"
            "Result: sampled. No failure in 1024 runs, 87 distinct; the chance that another run is of a new class is "
            "below 0.1 %.\n"
            "1 run was cut short at the step limit (--max-steps).\n"
            "2 runs could not be controlled: too many threads\n"
            "Uncontrolled calls: getpid (1 call), poll (3 calls).\n");
}

TEST(Wording, RunsThatWereCutShort) {
  CampaignResult result;
  result.status = sample_status();
  result.status.step_limited = 2;
  EXPECT_NE(result_lines(result).find("2 runs were cut short at the step limit (--max-steps).\n"), std::string::npos);
  result.status.step_limited_note = "in run 6 T4 waited";
  EXPECT_NE(result_lines(result).find("(--max-steps); in run 6 T4 waited.\n"), std::string::npos);
}

TEST(Wording, FindingResult) {
  CampaignResult result;
  result.end = CampaignEnd::finding;
  result.status = sample_status();
  result.status.findings = {{1, "deadlock", "deadlock:f", 17, 3, "sleave-out/q/findings/1", 0, {}}};
  EXPECT_EQ(result_lines(result),
            "Result: finding. 1 failure in 1024 runs (87 distinct):\n"
            "  sleave-out/q/findings/1  deadlock, first in run 17, 3 times\n"
            "Uncontrolled calls: none.\n");
}

TEST(Wording, RacesComeLastAndAreCounted) {
  CampaignResult result;
  result.end = CampaignEnd::finding;
  result.status = sample_status();
  for (int id = 1; id <= 7; ++id) {
    result.status.findings.push_back({id, "data_race", "race", 1, 1, "f/" + std::to_string(id), 0, {}});
  }
  result.status.findings[5].led_to = {8};
  result.status.findings.push_back({8, "assertion", "a", 2, 1, "f/8", 0, {}});
  EXPECT_EQ(result_lines(result),
            "Result: finding. 8 failures in 1024 runs (87 distinct):\n"
            "  f/8  assertion, first in run 2, 1 time\n"
            "  f/6  data_race, first in run 1, 1 time; led to finding 8\n"
            "  f/1  data_race, first in run 1, 1 time\n"
            "  f/2  data_race, first in run 1, 1 time\n"
            "  f/3  data_race, first in run 1, 1 time\n"
            "  f/4  data_race, first in run 1, 1 time\n"
            "  and 2 more data races\n"
            "Uncontrolled calls: none.\n");
}

TEST(Wording, OfManyUncontrolledCallsOneIsNamed) {
  CampaignResult result;
  result.status = sample_status();
  result.status.exhaustion = Exhaustion{.complete_runs = 1};
  Gaps& gaps = result.status.exhaustion->gaps;
  for (const char* name : {"f", "g", "h"}) gaps.insert({GapKind::escape, SLEAVE_ESCAPE_intercepted, std::string(name)});
  gaps.insert({GapKind::escape, SLEAVE_ESCAPE_gap, std::string("k")});
  EXPECT_NE(result_lines(result).find("Not complete: the program called f, which is uncontrolled (and 2 more such "
                                      "calls), the program called k, whose effect"),
            std::string::npos)
      << result_lines(result);
}

TEST(Wording, SectionsOfTheStrategy) {
  CampaignResult result;
  result.status = sample_status();
  ReportSection& section = result.status.sections.emplace_back();
  section.lines = {{"All of it."}, {"not taken: work (driver.c:27) (true)", true}};
  ReportTable& table = section.tables.emplace_back();
  table.title = "Levels";
  table.columns = {{"", "interferences"}, {"runs", "runs"}, {"seconds", "seconds"}};
  table.rows = {{{std::int64_t{0}}, {std::int64_t{3}}, {0.04}}, {{std::int64_t{1}}, {std::int64_t{4}}, {0.0, "-"}}};
  section.tables.push_back({.key = "missed", .title = "", .columns = {{"where", ""}}, .rows = {{{"driver.c"}}}});
  EXPECT_NE(result_lines(result).find("Interferences  runs  seconds\n"
                                      "            0     3      0.0\n"
                                      "            1     4        -\n"
                                      "All of it.\n"
                                      "  not taken: work (driver.c:27) (true)\n"),
            std::string::npos);
}

TEST(Wording, Details) {
  CampaignResult result;
  result.status = sample_status();
  result.status.events = 1536;
  EXPECT_EQ(detail_lines(result), "1.5 events per run, 0.5 s in all\n");
  result.status.edges = 8;
  result.status.edges_covered = 6;
  result.status.findings = {{1, "deadlock", "deadlock:f", 17, 3, "sleave-out/q/findings/1", 0, {}}};
  EXPECT_EQ(detail_lines(result), "1.5 events per run, 0.5 s in all, 6 of 8 edges covered\n  1  deadlock:f\n");
}

}  // namespace
}  // namespace sleave

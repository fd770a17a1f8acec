#include "engine/report/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "engine/report/lines.h"
#include "engine/testing/golden.h"
#include "engine/testing/sample_findings.h"

namespace sleave {
namespace {

const char* const kReplay = "sleave replay sleave-out/bank/findings/1";

struct Sample {
  const char* name;
  Finding finding;
};

std::vector<Sample> samples() {
  return {
      {"deadlock", sample_deadlock()},
      {"lost_signal", sample_lost_signal()},
      {"assertion", sample_assertion()},
      {"inputs", sample_with_inputs()},
      {"minimized", sample_minimized()},
      {"explained", sample_explained()},
      {"crash", sample_crash()},
      {"heap_use_after_free", sample_use_after_free()},
      {"no_progress", sample_no_progress()},
      {"abort", sample_plain("abort", "abort", "abort() was called", "abort")},
      {"terminate",
       sample_plain("terminate", "uncaught exception or std::terminate",
                    "terminate called after throwing an exception of type std::runtime_error", "std::terminate")},
      {"exit_code", sample_plain("exit_code", "exit with non-zero code", "exit code 3", "exit with code 3")},
      {"endless_loop", sample_plain("endless_loop", "no progress (endless loop)",
                                    "processor time limit reached without a visible operation", "loops forever")},
      {"double_lock", sample_plain("double_lock", "double lock of a mutex", "M1 is locked already", "lock M1 again")},
      {"foreign_unlock", sample_plain("foreign_unlock", "unlock of a mutex by a thread that does not hold it",
                                      "M1 is held by T2", "unlock M1: not its holder")},
      {"uncontrolled_block",
       sample_plain("uncontrolled_block", "blocked in an uncontrolled call",
                    "no event for a long time; the thread's last uncontrolled call is read", "blocks here")},
      {"crowd", sample_crowd()},
  };
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(TextReport, LooksAsTheGoldensSay) {
  for (const Sample& sample : samples()) {
    for (const unsigned width : {80u, 120u, 200u}) {
      expect_golden(std::string(sample.name) + "." + std::to_string(width) + ".txt",
                    text_report(sample.finding, kReplay, {.color = false, .width = width}));
    }
  }
}

TEST(TextReport, ColorsAreAsTheGoldensSay) {
  for (const unsigned width : {80u, 200u}) {
    expect_golden("deadlock.color." + std::to_string(width) + ".txt",
                  text_report(sample_deadlock(), kReplay, {.color = true, .width = width}));
  }
}

TEST(TextReport, FitsAndHasNoTrailingSpaces) {
  for (const Sample& sample : samples()) {
    for (unsigned width = 60; width <= 250; ++width) {
      for (const auto& line : lines_of(text_report(sample.finding, kReplay, {.color = false, .width = width}))) {
        const bool in_one_piece = line.starts_with("SUMMARY: ") || line.starts_with("DEDUP_TOKEN: ");
        if (!in_one_piece) {
          EXPECT_LE(columns(line), width) << sample.name << ": " << line;
        }
        EXPECT_FALSE(line.ends_with(' ')) << sample.name << ": " << line;
      }
    }
  }
}

TEST(TextReport, EndsWithTheReplayCommand) {
  const std::string text = text_report(sample_crash(), kReplay, {});
  EXPECT_EQ(lines_of(text).back(), std::string("  ") + kReplay);
}

TEST(TextReport, ColorsChangeNothingElse) {
  const std::string plain = text_report(sample_deadlock(), kReplay, {.color = false, .width = 100});
  std::string colored = text_report(sample_deadlock(), kReplay, {.color = true, .width = 100});
  EXPECT_EQ(plain.find('\033'), std::string::npos);
  EXPECT_NE(colored.find("\033[1;31m"), std::string::npos);
  for (std::size_t at; (at = colored.find("\033[")) != std::string::npos;) {
    colored.erase(at, colored.find('m', at) - at + 1);
  }
  const auto stripped = lines_of(colored);
  const auto expected = lines_of(plain);
  ASSERT_EQ(stripped.size(), expected.size());
  for (std::size_t i = 0; i < stripped.size(); ++i) {
    EXPECT_TRUE(stripped[i].starts_with(expected[i])) << stripped[i];
  }
}

TEST(TextReport, TheTargetCannotSpeakToTheTerminal) {
  Finding finding = sample_assertion();
  finding.message = "\033[2Jgone\x9b\xc2\x9b";
  finding.threads[1].name = "\033]0;title\007";
  finding.steps[0].text = "a\nb\tc\r";
  const std::string text = text_report(finding, kReplay, {});
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_EQ(text.find('\007'), std::string::npos);
  EXPECT_EQ(text.find('\r'), std::string::npos);
  EXPECT_EQ(text.find('\x9b'), std::string::npos);
}

TEST(TextReport, AFurtherRaceOnAnObjectIsOneLine) {
  Finding race = sample_base("data_race", "data race", "data_race:12345678 queue.cc:12+queue.cc:30");
  race.stack = {sample_frame("Queue::push(int)", "queue.cc", 12, 9)};
  race.accesses.resize(2);
  for (FindingAccess& access : race.accesses) access.object = "queue.tail";
  EXPECT_EQ(related_race_line(race, 3, "sleave replay out/findings/4", {}),
            "SUMMARY: Sleave: data race queue.cc:12:9 in Queue::push (on queue.tail, the object of finding 3): sleave "
            "replay out/findings/4\n");
}

TEST(TextReport, AnEmptyFindingIsStillAReport) {
  const std::string text = text_report({}, "", {});
  EXPECT_NE(text.find("SUMMARY: Sleave:"), std::string::npos);
}

}  // namespace
}  // namespace sleave

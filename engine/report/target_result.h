// What a campaign said about one program: what reports over several findings are made from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/report_section.h"
#include "engine/find/finding.h"

namespace sleave {

// A finding, and the folder it is kept in.
struct StoredFinding {
  Finding finding;
  std::string folder;
};

// How far a campaign had come at some moment.
struct ProgressPoint {
  std::uint64_t runs = 0;
  double seconds = 0;
  std::uint64_t distinct = 0;
  std::uint64_t edges = 0;  // covered
  std::uint64_t findings = 0;
};

struct TargetResult {
  std::string program;  // its path
  std::string result;   // "finding", "complete", "complete up to ...", "sampled", "lost"; empty: not known
  std::string strategy;
  std::uint64_t seed = 0;
  std::uint64_t runs = 0;
  std::uint64_t distinct = 0;
  double seconds = 0;
  std::vector<StoredFinding> findings{};
  std::vector<ProgressPoint> history{};
  std::uint64_t edges = 0;                // that the program has
  std::vector<ReportSection> sections{};  // of the strategy
};

// "queue_test" of "/src/build/queue_test".
std::string program_name(const std::string& program);

// The finding in one sentence: why it is one, or what the program said, or its title.
std::string finding_sentence(const Finding& finding);

// "sleave replay sleave-out/queue_test/findings/1", for a shell; empty if there is no folder.
std::string replay_command(const std::string& folder);
std::string replay_command(const StoredFinding& stored);

}  // namespace sleave

// Reference runs: a few runs of the program by fixed random schedules, which the submitter makes, and every node before
// it works. Whatever a run depends on besides its plan (another file, another processor, a damaged copy) shows here,
// and not as a search of two different programs.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"

namespace sleave::farm {

struct ReferenceRun {
  std::uint64_t seed = 0;
  std::int64_t hash = 0;  // of its events with their values, and of how it ended
};
using ReferenceRuns = std::vector<ReferenceRun>;

// The submitter's: those that are equal when they are repeated. Fewer for a program whose runs take long.
Result<ReferenceRuns> reference_runs(const CampaignOptions& campaign);

// The hashes of the same runs here.
Result<std::vector<std::int64_t>> reproduced(const CampaignOptions& campaign, const ReferenceRuns& reference);

// While it lives, what this process starts has the environment of a node's targets: nothing of the user's.
class CleanEnvironment {
 public:
  explicit CleanEnvironment(const std::string& library_path);
  ~CleanEnvironment();
  CleanEnvironment(const CleanEnvironment&) = delete;
  CleanEnvironment& operator=(const CleanEnvironment&) = delete;

 private:
  std::vector<std::string> texts_;
  std::vector<char*> entries_;
  char** before_;
};

// As "NAME=value".
std::vector<std::string> clean_environment(const std::string& library_path);

}  // namespace sleave::farm

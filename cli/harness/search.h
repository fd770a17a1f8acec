// One harness: written, built, and its inputs and schedules searched.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/options.h"
#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/harness/build.h"
#include "engine/harness/expects.h"
#include "engine/harness/requests.h"
#include "engine/harness/types.h"
#include "engine/minimize/minimize.h"

namespace sleave {

struct HarnessProgram {
  std::string file{};  // the harness
  std::string program{};
  std::string words{};  // "insert beside search"
  bool has_two = false;
  bool has_preconditions = false;
  // Of one of several operations, or two:
  std::vector<std::string> arguments{};
  std::string name{};           // of its campaign's folder; empty: the program's
  std::vector<Plan> planned{};  // runs to be made first
};

// What a search of one pair showed.
struct HarnessOutcome {
  CampaignResult result;
  std::vector<harness::RequestLine> requests;
  std::string folder;  // of the campaign
};

class HarnessSearch {
 public:
  // Both outlive it.
  HarnessSearch(const CommandLine& line, Options& options) : line_(line), options_(options) {}

  // Reads the files that options name, and sets defaults.
  Status read_options();

  Result<HarnessProgram> write_and_build(const harness::Subject& subject, const harness::Source& source,
                                         const std::string& function, const std::string& with);
  // One program with these functions, on the same structures.
  Result<HarnessProgram> write_and_build_operations(const harness::Subject& subject, const harness::Source& source,
                                                    const std::vector<std::string>& functions);
  // Of a file that is a harness already.
  Result<HarnessProgram> build(const harness::Subject& subject);

  // Shows everything. The exit code.
  int run(const HarnessProgram& program);

  Result<CampaignOptions> campaign_of(const HarnessProgram& program, Minimizer& minimizer) const;

  // Shows nothing.
  Result<HarnessOutcome> run_quietly(const HarnessProgram& program, std::chrono::milliseconds time);

 private:
  Result<std::string> harness_path(const harness::Subject& subject, const std::string& function,
                                   const std::string& with) const;
  void print_requests(const std::vector<harness::RequestLine>& lines) const;

  const CommandLine& line_;
  Options& options_;
  harness::Expects expects_;
  std::uint64_t longest_path_ = 0;
};

}  // namespace sleave

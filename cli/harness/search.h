// One harness: written, built, and its inputs and schedules searched.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/options.h"
#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/harness/arguments.h"
#include "engine/harness/build.h"
#include "engine/harness/expects.h"
#include "engine/harness/requests.h"
#include "engine/harness/types.h"
#include "engine/harness/write_harness.h"
#include "engine/minimize/minimize.h"
#include "engine/trace/plan.h"

namespace sleave {

struct HarnessProgram {
  std::string file{};  // the harness
  std::string program{};
  std::string words{};  // "insert beside search"
  bool has_two = false;
  bool has_preconditions = false;
  std::string name{};  // of one in a program of many; empty: the program has no other
  // Of operations of a program that lists them (SLEAVE_OPERATIONS):
  std::vector<std::string> arguments{};  // which ones are called
  std::string folder{};                  // the campaign's name for them
  std::vector<Plan> planned{};           // runs to be made first
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
  // Builds all of these in one program, which write_and_build() then gives. The second name may be empty.
  Status build_together(const harness::Subject& subject, const harness::Source& source,
                        const std::vector<std::pair<std::string, std::string>>& wanted);

  // Of a file that is a harness already.
  Result<HarnessProgram> build(const harness::Subject& subject);

  // Shows everything. The exit code.
  int run(const HarnessProgram& program);

  Result<CampaignOptions> campaign_of(const HarnessProgram& program, Minimizer& minimizer) const;

  // Shows nothing.
  Result<HarnessOutcome> run_quietly(const HarnessProgram& program, std::chrono::milliseconds time);

  void print_requests(const std::vector<harness::RequestLine>& lines) const;

  [[nodiscard]] const harness::Overrides& overrides() const { return overrides_; }

 private:
  Result<harness::HarnessFile> file_of(const harness::Subject& subject, const harness::Source& source,
                                       const std::string& function, const std::string& with, HarnessProgram& made);
  Result<std::string> folder_of_harnesses() const;
  Result<std::string> harness_path(const harness::Subject& subject, const std::string& function,
                                   const std::string& with) const;

  const CommandLine& line_;
  Options& options_;
  harness::Expects expects_;
  harness::Overrides overrides_;
  struct Together {
    HarnessProgram program;
    std::string why_not;  // it is in there
  };
  std::map<std::pair<std::string, std::string>, Together> together_;
  std::uint64_t longest_path_ = 0;
};

}  // namespace sleave

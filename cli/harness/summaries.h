// Summaries of operations in a search of all their pairs: which runs to make first (engine/summaries).
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/harness/search.h"
#include "engine/base/result.h"
#include "engine/inputs/solving.h"
#include "engine/summaries/meetings.h"
#include "engine/summaries/summary.h"
#include "engine/trace/plan.h"

namespace sleave {

class PairSummaries {
 public:
  // Where summaries are kept.
  explicit PairSummaries(std::string folder) : folder_(std::move(folder)) {}

  // Runs each operation of the program alone, or reads what an earlier search of the same build has left. All are to
  // take at most `time` together; none: no limit.
  Status collect(HarnessSearch& search, const HarnessProgram& program, const std::vector<std::string>& operations,
                 std::optional<std::chrono::milliseconds> time);

  // Runs of both operations that lead them to each other.
  std::vector<Plan> plans_for(std::size_t first, std::size_t second);
  // All paths of both are known, and none touches what one of the other changes.
  bool apart(std::size_t first, std::size_t second);

  // What the runs of plans_for() have shown.
  void learn(std::size_t planned, std::size_t findings);
  // Whether more plans are worth their runs.
  [[nodiscard]] bool pay() const;

  struct Counts {
    std::uint64_t operations = 0;
    std::uint64_t complete = 0;  // with all their paths
    std::uint64_t kept = 0;      // from an earlier search
    std::uint64_t paths = 0;
    std::uint64_t runs = 0;     // of operations alone
    std::uint64_t queries = 0;  // about inputs, for these runs and for meetings
    std::uint64_t pairs = 0;
    std::uint64_t candidates = 0;
    std::uint64_t findings = 0;                          // of runs of candidates
    std::uint64_t evaluated = 0;                         // pairs of paths that needed no solver
    std::uint64_t cut_short = 0;                         // places in the code where a limit ended the queries
    double seconds = 0;                                  // to run operations alone
    std::map<sleave_site, std::uint64_t> constraints{};  // path constraints of these runs, by place in the code
  };
  [[nodiscard]] Counts counts() const;
  // The same for people.
  [[nodiscard]] std::vector<std::string> report() const;

 private:
  [[nodiscard]] std::string path_of(const std::string& operation) const;
  bool read(const std::string& operation);
  Status collect_one(HarnessSearch& search, const HarnessProgram& program, std::size_t index,
                     const std::string& operation, std::optional<std::chrono::steady_clock::time_point> end);

  std::string folder_;
  std::unique_ptr<Solving> solving_;
  std::vector<summaries::OperationSummaries> first_;
  std::vector<std::optional<summaries::OperationSummaries>> second_;  // in the second thread
  std::string build_id_;
  summaries::MeetingCounts meetings_;
  std::uint64_t read_ = 0;  // from files
  std::uint64_t candidates_ = 0;
  std::uint64_t pairs_ = 0;
  std::uint64_t findings_ = 0;
  std::uint64_t planned_ = 0;
  double seconds_ = 0;  // of collecting
};

}  // namespace sleave

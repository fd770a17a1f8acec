// Campaign: spends a budget of runs and time on one target with one strategy.
//
// Order of safety: a finding is on disk before it is reported; the state is on disk about once a second, that of a
// strategy with work in pieces after every few runs, so that a campaign killed at any moment resumes from there and
// repeats at most what it did since. The first plans are run twice, and a difference ends the campaign: its reports
// would be worthless. Nothing kept per run grows.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "abi/channel.h"
#include "abi/words.h"
#include "engine/base/report_section.h"
#include "engine/base/result.h"
#include "engine/campaign/refine/refine_time.h"
#include "engine/campaign/refine/refiner.h"
#include "engine/campaign/shared_search.h"
#include "engine/cover/branch_coverage.h"
#include "engine/find/finding.h"
#include "engine/find/suppressions.h"
#include "engine/inputs/input_report.h"
#include "engine/inputs/solving_options.h"
#include "engine/model/bound.h"
#include "engine/run/target.h"
#include "engine/strategy/exhaustion.h"
#include "engine/trace/plan.h"

namespace sleave {

struct KeptInputs;

// A finding as the campaign counts it. The folder is empty if it could not be saved.
struct FoundFinding {
  int id = 0;
  std::string kind;
  std::string signature;
  std::uint64_t first_run = 0;
  std::uint64_t count = 0;
  std::string folder;
  // Of a data race: runs in which its accesses were scheduling points, and ids of what failed in runs that had it.
  std::uint64_t escalated = 0;
  std::vector<int> led_to;
};

struct CampaignOptions {
  Target target;
  sleave_isolation isolation = SLEAVE_ISOLATION_reset;
  std::string strategy = "auto";
  std::uint64_t seed = 1;
  std::uint32_t depth = 3;
  std::string choices = "default";
  graph::Bound bound;            // dpor; a resumed campaign keeps its own
  std::uint32_t time_outs = 2;   // dpor: the most in a run; likewise
  std::string without;           // interference: as on the command line
  std::string model = "auto";    // of memory; as in StrategyOptions
  std::string inputs = "solve";  // where they come from: solve, random, own
  SolvingOptions solving;
  std::string predict = "auto";  // whether runs are predicted from: on, off, auto (with strategy auto)
  std::string
      corpus;  // a folder of inputs that are run first, and to which those that take new edges are added; empty: none
  std::uint64_t runs = 0;                  // of the whole campaign, resumed or not; 0: no limit
  std::chrono::milliseconds time{60'000};  // likewise; minimizing and explaining included
  unsigned jobs = 1;
  bool keep_going = false;
  bool resume = false;
  std::vector<FoundFinding> known;  // of earlier campaigns of the same search: counted, not reported again
  bool coverage = false;            // every run records which branches it takes
  Suppressions suppressions;
  std::string folder;              // of this target: campaign.db, findings/
  Refiner* refiner = nullptr;      // outlives the campaign; null: findings are reported as they were found
  std::vector<Plan> planned;       // runs to make before those of the strategy
  KeptInputs* kept = nullptr;      // likewise; where inputs of runs that took new edges go; null: nowhere
  SharedSearch* shared = nullptr;  // likewise; of a search that others share: nothing of it is saved in the folder
  bool for_sharing = false;        // the strategy is one that can be shared
  std::uint64_t shared_runs = 0;   // of such a search: of all who share it (SharedOptions)
  Plan limits;                     // flags and limits that every plan gets
};

// How far a campaign had come at some moment.
struct CampaignPoint {
  std::uint64_t runs = 0;
  double seconds = 0;
  std::uint64_t distinct = 0;
  std::uint64_t edges = 0;  // covered
  std::uint64_t findings = 0;
};

struct CampaignStatus {
  std::uint64_t runs = 0;
  std::uint64_t distinct = 0;
  bool distinct_exact = true;
  double chance_of_new = 1;
  double seconds = 0;
  std::uint64_t events = 0;         // of all runs
  std::uint64_t cost = 0;           // of all runs, counted (run_cost.h)
  std::uint64_t analysis_cost = 0;  // of the strategy in this session, besides runs; likewise
  std::uint64_t step_limited = 0;
  std::string step_limited_note;  // of the first that has one: a wait that may be a deadlock behind other threads
  std::uint64_t refused = 0;
  std::string refused_why;  // the first one's message
  std::uint64_t damaged = 0;
  std::string damaged_why;  // likewise
  std::uint64_t memory_limited = 0;
  std::uint64_t excluded = 0;                  // by an assumption that their input does not meet
  std::uint64_t waiting = 0;                   // ended with calls of a client that wait, as its class allows
  std::uint64_t misused = 0;                   // of clients that fail also when one call comes after the other
  std::string misused_why;                     // how the first one fails
  std::set<std::uint64_t> leaks_serially;      // sizes of blocks that clients leave also one call after the other
  std::map<int, std::uint64_t> exit_statuses;  // other than 0 -> runs that ended so and did not fail
  std::uint64_t restarts = 0;
  sleave_retirement not_reset = SLEAVE_RETIREMENT_none;  // reset isolation: why runs were forked all the same
  std::uint64_t edges_covered = 0;
  std::uint64_t edges = 0;
  std::vector<std::uint8_t> edges_taken;              // with coverage: 1 for each that was
  std::uint64_t edge_runs = 0;                        // that recorded theirs
  std::map<std::string, std::uint64_t> uncontrolled;  // function -> calls
  sleave_sight sight = SLEAVE_SIGHT_full;             // how much of the program is seen
  std::set<std::string> uninstrumented;               // its libraries
  // What concretized inputs -> "in parse (config.cc:12)".
  std::map<sleave_concretization_kind, std::set<std::string>> concretization_places;
  std::vector<FoundFinding> findings;
  std::uint64_t runs_with_findings = 0;  // new or known
  std::optional<Exhaustion> exhaustion;  // of a strategy that finishes its space
  std::vector<CampaignPoint>
      history;  // each with about a tenth more runs than the one before: about 24 for a power of ten
  std::optional<InputReport> inputs;                // of a strategy that searches inputs
  std::vector<ReportSection> sections;              // of the strategy itself
  std::map<std::string, std::uint64_t> suppressed;  // suppression -> runs with a finding it hid; 0: never needed

  // Runs that were killed, damaged or could not be controlled, and so show nothing about the program.
  [[nodiscard]] std::uint64_t lost() const { return damaged + refused + memory_limited; }
  [[nodiscard]] bool mostly_lost() const { return lost() > runs / 2; }
};

// What a campaign runs with: a resumed one keeps its strategy and seed.
struct CampaignStart {
  std::string strategy;
  std::uint64_t seed = 0;
};

// Notified of what happens, one call at a time.
class CampaignObserver {
 public:
  virtual ~CampaignObserver() = default;
  // All options are understood, and runs begin.
  virtual void prepared(const CampaignStart& /*start*/) {}
  // The first run is over: what escapes control is known.
  virtual void started(const CampaignStatus& status) = 0;
  // Often, but not after every run; always when the number of runs is a power of two.
  virtual void progress(const CampaignStatus& status) = 0;
  // A new finding is being minimized or explained. As often as progress().
  virtual void refining(const RefineStep& /*step*/, double /*seconds*/) {}
  // A new finding as it was found, on disk and not minimized yet; then, when it is minimized and explained as far as
  // the time allows, found().
  virtual void sighted(const Finding& /*finding*/, const FoundFinding& /*place*/) {}
  virtual void found(const Finding& finding, const FoundFinding& place) = 0;
  virtual void warn(const std::string& message) = 0;
};

enum class CampaignEnd { finding, budget, interrupted };

struct CampaignResult {
  CampaignEnd end = CampaignEnd::budget;
  CampaignStatus status;
  std::string strategy;  // what was really used: a resumed campaign keeps its own
  std::uint64_t seed = 0;
  std::optional<BranchCoverage> branches;  // with coverage
  std::optional<Error> error;              // what ended the campaign after its findings
};

// An error only if there is no finding: one that is known is never lost to what went wrong later.
Result<CampaignResult> run_campaign(const CampaignOptions& options, CampaignObserver& observer);

// Folder of a target's campaigns below `out`.
std::string campaign_folder(const std::string& out, const std::string& program);

}  // namespace sleave

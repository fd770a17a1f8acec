// Failures: from a failed run to a finding on disk. It separates new failures from known ones, confirms a new one by
// running it again, and publishes it with the plan that replays it. Later the finding is refined, and published again:
// a kill in between leaves it as it was found.
//
// Examining a failure takes several runs, and only one is examined at a time: not thread-safe. Only refine() may run
// during the examination of others, whose lock it takes for as long as it writes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/campaign/campaign_folder.h"
#include "engine/campaign/confirm/confirm.h"
#include "engine/campaign/refine/refine_time.h"
#include "engine/campaign/refine/refiner.h"
#include "engine/find/finding.h"
#include "engine/find/suppressions.h"
#include "engine/find/symbols/symbolizer.h"
#include "engine/run/runner.h"
#include "engine/run/target.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Failures {
 public:
  // What led to the failures, for their reports.
  struct Origin {
    Target target;
    std::string strategy;
    std::uint64_t seed = 0;
    Refiner* refiner = nullptr;                 // outlives this object; null: findings are reported as they were found
    double seconds = 0;                         // of the campaign; 0: no limit
    std::function<double()> seconds_left = {};  // likewise; empty: no limit
    bool ends_with_failure = false;             // the search ends with a failure that is no data race
    bool concurrent = false;                    // refine() runs during the other functions
    std::function<void(const RefineStep&)> refining = {};  // called often; empty: nobody watches
  };

  // A finding that is on disk, and what it takes to refine it.
  struct Unrefined {
    Finding found;
    Plan plan;
    Confirmed confirmed;
  };

  // A failed run is the failure with this rank; a new one comes with its finding, which is published already, or
  // could not be (then a note says why). A suppressed one is only counted: then `rank` is the number of the
  // suppression. One is lost if the program damaged the trace of its repetition: a later run may fail like it again.
  struct Sighting {
    std::size_t rank = 0;
    bool suppressed = false;
    std::optional<Finding> fresh;
    std::vector<std::string> notes;            // unexpected problems
    std::vector<sleave_site> sites;            // of a data race: both places
    std::optional<sleave_plan_aside> aside{};  // by which further runs continue past it; none: they cannot
    std::optional<std::string> lost{};         // why
    bool saved = true;
    std::optional<Unrefined> unrefined{};  // of a new one
  };

  // `known`: signatures of an earlier session's findings, in the order of their ranks.
  Failures(CampaignFolder& folder, Origin origin, const Suppressions& suppressions, std::vector<std::string> known)
      : folder_(folder), origin_(std::move(origin)), suppressions_(suppressions), known_(std::move(known)) {}

  // `trace` is what `runner` gave for `plan` in the campaign's run `number`. An error of tier diverged: the failure did
  // not happen again.
  Result<Sighting> look_into(Runner& runner, const Plan& plan, std::uint64_t number, const Trace& trace);

  // Whether a run that failed like this one, as far as its sample shows, was looked into.
  bool knows(const Trace& trace);

  // The same for the data races of a run, which go with it whatever it ended in: each is a failure of its own, which
  // the plan repeats if it stops there. One sighting for each that differs from the others.
  Result<std::vector<Sighting>> look_into_races(Runner& runner, const Plan& plan, std::uint64_t number,
                                                const Trace& trace);

  // Minimizes and explains a finding in the time that it gets; what comes of it takes its place on disk. `lock` is that
  // of the other functions, not held.
  Result<Finding> refine(Runner& runner, const Unrefined& unrefined, std::mutex& lock, std::vector<std::string>& notes);

  Symbolizer& symbolizer() { return symbolizer_; }

 private:
  Result<Sighting> confirm_and_publish(Runner& runner, const Plan& plan, std::uint64_t number, const Trace& trace);
  // Nothing where C++20 does not allow the run that ends at the race.
  Result<std::optional<Sighting>> look_into_race(Runner& runner, const Plan& stopping, std::uint64_t number,
                                                 const std::string& signature);
  Output output_of_finding();
  RefineTime time_for(const Finding& found) const;
  Result<std::optional<Confirmed>> confirm_shorter(Runner& runner, const Refiner::Shorter& shorter,
                                                   const std::string& signature, std::vector<std::string>& notes);
  Status publish(const Finding& refined, const Confirmed& shorter);
  std::optional<Sighting> suppressed_by(const Trace& trace);
  void remember(const std::string& sampled, const Sighting& sighting);
  std::optional<std::size_t> rank_of(const std::string& signature) const;

  CampaignFolder& folder_;
  Origin origin_;
  const Suppressions& suppressions_;
  Symbolizer symbolizer_;
  Symbolizer own_of_refining_;  // if that runs during the examination of others
  RefineShare share_{origin_.seconds};
  std::vector<std::string> known_;             // by rank
  std::map<std::string, Sighting> by_sample_;  // signature of the run as sampled
  std::set<std::string> hinted_;               // hints given: each once
};

}  // namespace sleave

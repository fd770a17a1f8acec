// CampaignTally: what the runs of a campaign have shown so far, counted. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/classes/class_count.h"
#include "engine/campaign/concretization_places.h"
#include "engine/campaign/confirm/serial_failure.h"
#include "engine/campaign/coverage.h"
#include "engine/campaign/failures.h"
#include "engine/find/suppressions.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class CampaignTally {
 public:
  // Suppressions of the user's are listed even if nothing ever needed them.
  explicit CampaignTally(const Suppressions& suppressions);

  // Continues the counts of an earlier session.
  Status resume(const CampaignStatus& earlier, const std::string& classes, const CampaignFolder& folder);

  // A run of `plan` has ended, `seconds` after the campaign began.
  void count(const Plan& plan, const Trace& trace, double seconds);

  // A run had this failure. A new one's place among the findings; null: known, suppressed or lost.
  const FoundFinding* count(const Failures::Sighting& sighting, std::uint64_t run, const CampaignFolder& folder);

  // A failed run of a client is no finding.
  void leave_out(const Excuse& excuse);

  // Which branches of the program the runs took, as far as they recorded it.
  [[nodiscard]] BranchCoverage branches() const { return coverage_.branches(coverage_.runs() == status_.runs); }
  // The same into the status, for a later session.
  void write_down_edges();

  // What else the campaign learns is written here.
  CampaignStatus& status() { return status_; }
  [[nodiscard]] const CampaignStatus& status() const { return status_; }
  [[nodiscard]] const ClassCount& classes() const { return classes_; }

 private:
  void count_outcome(const Trace& trace);
  void count_step_limited(const Trace& trace);
  void note_progress();

  const Suppressions& suppressions_;
  CampaignStatus status_;
  std::uint64_t last_with_finding_ = ~std::uint64_t{0};  // a run
  ClassCount classes_;
  Coverage coverage_;
  ConcretizationPlaces concretization_places_;
};

}  // namespace sleave

// CampaignJobs: chooses the next run. The strategy decides its schedule; here it gets its number and the campaign's
// part: limits, the places of known races, what is recorded. Used under the campaign's lock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/campaign/campaign.h"
#include "engine/campaign/campaign_search.h"
#include "engine/strategy/escalation.h"
#include "engine/trace/plan.h"

namespace sleave {

struct Job {
  std::uint64_t number = 0;   // in the campaign, from 1
  std::uint64_t session = 0;  // in this process, from 0
  Plan plan;
};

// Jobs that one worker has taken for a batch, and not yet done.
using ReservedJobs = std::deque<Job>;

class CampaignJobs {
 public:
  CampaignJobs(const CampaignOptions& options, const CampaignSearch& search, const Escalation& escalation)
      : options_(options), search_(search), escalation_(escalation), quiet_events_(options.limits.quiet_events) {}

  // Resumes the campaign after this many runs.
  void resume(std::uint64_t runs) { given_out_ = runs; }

  [[nodiscard]] std::uint64_t given_out() const { return given_out_; }

  // Sampled runs continue past this failure from now on.
  void set_aside(const sleave_plan_aside& failure);

  // A run continued after this number of events without a change: later ones have more patience.
  void went_on_after(std::uint64_t quiet_events);
  [[nodiscard]] std::uint64_t quiet_events() const { return quiet_events_; }

  // None: the limit on runs is reached, or the strategy has nothing to try, for now or for good.
  std::optional<Job> next(ReservedJobs& reserved);
  [[nodiscard]] bool runs_are_left() const { return !limit_is_reached() || owes_audit(); }

  // Reserves at most `most` jobs, if there are several workers. Their plans are made without `lock`.
  void reserve(ReservedJobs& reserved, std::uint64_t most, std::unique_lock<std::mutex>& lock);

  // The plan of `job`, then at most `most` that its worker will probably run next. With one worker they are guesses,
  // checked against the strategy when their turn comes, so that the sequence of runs is the same as without batches.
  // Several workers reserve theirs, or they would all guess the same ones.
  std::vector<Plan> plans_from(const Job& job, std::size_t most, ReservedJobs& reserved);

 private:
  [[nodiscard]] bool limit_is_reached() const { return options_.runs != 0 && given_out_ + promised_ >= options_.runs; }
  // Runs of an audit are not counted, so the limit does not cut it short.
  [[nodiscard]] bool owes_audit() const;
  std::optional<Job> new_job();
  Job numbered(Plan plan);
  void complete(Plan& plan, std::uint64_t session) const;

  const CampaignOptions& options_;
  const CampaignSearch& search_;
  const Escalation& escalation_;
  std::uint64_t quiet_events_;
  std::uint64_t given_out_ = 0;
  std::uint64_t promised_ = 0;  // runs for which plans are being made: will be given out, or not
  std::uint64_t session_given_out_ = 0;
  std::vector<sleave_plan_aside> asides_;
};

}  // namespace sleave

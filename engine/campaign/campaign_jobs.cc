#include "engine/campaign/campaign_jobs.h"

#include <algorithm>

#include "engine/campaign/confirm/lasting_livelock.h"
#include "engine/campaign/coverage.h"

namespace sleave {
namespace {

constexpr std::uint64_t kLongestSearched = 100'000;

}  // namespace

// What the strategy leaves to the campaign.
void CampaignJobs::complete(Plan& plan, std::uint64_t session) const {
  plan.flags |= options_.limits.flags;
  // A search escalates by itself, and limits each thread; its runs are cut short only if they never end. And decisions
  // are counted by points: for those that a plan has its sites are what they are.
  const bool searches = (plan.flags & SLEAVE_PLAN_SPLIT_WAITS) != 0;
  if (!searches && !search_.chooses_sites() && plan.decisions.empty()) plan.sites = escalation_.sites();
  if (!searches) plan.asides = asides_;
  plan.max_events = searches ? std::max(options_.limits.max_events, kLongestSearched) : options_.limits.max_events;
  plan.quiet_events = quiet_events_;
  plan.hang_cpu_ms = options_.limits.hang_cpu_ms;
  plan.spin_repeats = options_.limits.spin_repeats;
  const bool keeps_inputs = search_.has_corpus() || options_.kept != nullptr;
  if (options_.coverage || keeps_inputs || Coverage::wanted(session)) plan.record |= SLEAVE_RECORD_EDGES;
}

void CampaignJobs::set_aside(const sleave_plan_aside& failure) {
  constexpr std::size_t kMost = 64;  // each is looked for at every failure
  const bool known = std::any_of(asides_.begin(), asides_.end(), [&](const sleave_plan_aside& each) {
    return each.site == failure.site && each.kind == failure.kind;
  });
  if (!known && asides_.size() < kMost) asides_.push_back(failure);
}

void CampaignJobs::went_on_after(std::uint64_t quiet_events) {
  quiet_events_ = std::max(quiet_events_, more_quiet_events(quiet_events));
}

bool CampaignJobs::owes_audit() const {
  const std::optional<Exhaustion> space = search_.strategy().exhaustion();
  return space && space->owes_audit();
}

Job CampaignJobs::numbered(Plan plan) {
  given_out_ += plan.is_audit ? 0 : 1;
  Job job{.number = given_out_, .session = session_given_out_++, .plan = std::move(plan)};
  complete(job.plan, job.session);
  return job;
}

std::optional<Job> CampaignJobs::new_job() {
  if (limit_is_reached() && !owes_audit()) return std::nullopt;
  std::optional<Plan> plan = search_.strategy().next();
  if (!plan) return std::nullopt;
  return numbered(std::move(*plan));
}

std::optional<Job> CampaignJobs::next(ReservedJobs& reserved) {
  if (reserved.empty()) return new_job();
  Job job = std::move(reserved.front());
  reserved.pop_front();
  complete(job.plan, job.session);
  return job;
}

void CampaignJobs::reserve(ReservedJobs& reserved, std::uint64_t most, std::unique_lock<std::mutex>& lock) {
  const std::uint64_t over = given_out_ + promised_;
  if (options_.runs != 0) most = std::min(most, options_.runs - std::min(options_.runs, over));
  Strategy& strategy = search_.strategy();
  if (most == 0 || options_.jobs == 1 || !strategy.traits().supports_concurrent_next) return;
  promised_ += most;
  lock.unlock();
  std::vector<Plan> plans = strategy.next_some(most);
  lock.lock();
  promised_ -= most;
  for (Plan& plan : plans) reserved.push_back(numbered(std::move(plan)));
}

std::vector<Plan> CampaignJobs::plans_from(const Job& job, std::size_t most, ReservedJobs& reserved) {
  std::vector<Plan> plans{job.plan};
  if (options_.runs != 0 && !job.plan.is_audit) most = std::min<std::size_t>(most, options_.runs - given_out_);
  plans.reserve(most + 1);
  if (options_.jobs == 1) {
    std::uint64_t session = job.session;
    for (Plan& plan : search_.strategy().expected(most)) {
      complete(plan, ++session);
      plans.push_back(std::move(plan));
    }
    return plans;
  }
  if (reserved.empty()) {
    for (std::size_t left = search_.strategy().expected(most).size(); left > 0; --left) {
      if (std::optional<Job> another = new_job()) reserved.push_back(std::move(*another));
    }
  }
  for (const Job& taken : reserved) plans.push_back(taken.plan);
  return plans;
}

}  // namespace sleave

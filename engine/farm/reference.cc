#include "engine/farm/reference.h"

#include <unistd.h>

#include <chrono>

#include "engine/run/runner.h"
#include "engine/trace/plan.h"

namespace sleave::farm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kRuns = 64;
constexpr std::uint64_t kLeastRuns = 4;
constexpr std::chrono::seconds kPatience{5};  // after which the submitter makes no more than kLeastRuns

Plan plan_of(const CampaignOptions& campaign, std::uint64_t seed) {
  Plan plan = campaign.limits;
  plan.tail_policy = SLEAVE_POLICY_random;
  plan.tail_seed = seed;
  return plan;
}

Result<std::unique_ptr<Runner>> runner_of(const CampaignOptions& campaign) {
  return make_runner(campaign.isolation, campaign.target, Output{});
}

Result<std::int64_t> hash_of(Runner& runner, const Plan& plan) {
  const Result<Trace> trace = runner.run(plan, Detail::outcome);
  if (!trace) return trace.error();
  return static_cast<std::int64_t>(trace->header.hash * 31 + trace->header.outcome);
}

}  // namespace

Result<ReferenceRuns> reference_runs(const CampaignOptions& campaign) {
  Result<std::unique_ptr<Runner>> runner = runner_of(campaign);
  if (!runner) return runner.error();
  ReferenceRuns runs;
  const Clock::time_point end = Clock::now() + kPatience;
  for (std::uint64_t seed = 1; seed <= kRuns && (seed <= kLeastRuns || Clock::now() < end); ++seed) {
    const Plan plan = plan_of(campaign, seed);
    const Result<std::int64_t> hash = hash_of(**runner, plan);
    if (!hash) return hash.error();
    const Result<std::int64_t> again = hash_of(**runner, plan);
    if (!again) return again.error();
    if (*hash == *again) runs.push_back({seed, *hash});
  }
  return runs;
}

Result<std::vector<std::int64_t>> reproduced(const CampaignOptions& campaign, const ReferenceRuns& reference) {
  Result<std::unique_ptr<Runner>> runner = runner_of(campaign);
  if (!runner) return runner.error();
  std::vector<std::int64_t> hashes;
  for (const ReferenceRun& run : reference) {
    const Result<std::int64_t> hash = hash_of(**runner, plan_of(campaign, run.seed));
    if (!hash) return hash.error();
    hashes.push_back(*hash);
  }
  return hashes;
}

std::vector<std::string> clean_environment(const std::string& library_path) {
  std::vector<std::string> entries = {"PATH=/usr/bin:/bin", "HOME=/tmp"};
  if (!library_path.empty()) entries.push_back("LD_LIBRARY_PATH=" + library_path);
  return entries;
}

CleanEnvironment::CleanEnvironment(const std::string& library_path)
    : texts_(clean_environment(library_path)), before_(environ) {
  for (std::string& text : texts_) entries_.push_back(text.data());
  entries_.push_back(nullptr);
  environ = entries_.data();
}

CleanEnvironment::~CleanEnvironment() { environ = before_; }

}  // namespace sleave::farm

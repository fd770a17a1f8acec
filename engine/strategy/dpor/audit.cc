#include "engine/strategy/dpor/audit.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "engine/base/rng.h"

namespace sleave {

namespace {

constexpr std::size_t kMostClasses = 10'000'000;
constexpr std::size_t kMostSteps = 200'000;  // beyond that the first new step of a run is not named
constexpr std::uint64_t kLeastRuns = 200;
constexpr std::uint64_t kShare = 20;
constexpr std::uint64_t kStream = 0x6175646974;  // of random numbers: "audit"

constexpr std::array kTails = {SLEAVE_POLICY_random, SLEAVE_POLICY_pos, SLEAVE_POLICY_random, SLEAVE_POLICY_pct};

// The choices that a search makes in all ways.
ChoiceSet searched(const ChoiceSet& choices) {
  ChoiceSet kept;
  for (const std::uint32_t kind : {SLEAVE_CHOICE_wake, SLEAVE_CHOICE_fail}) kept.set(kind, choices.has(kind));
  return kept;
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) { return mix64(a ^ mix64(b)); }

bool writes(const graph::Step& step) {
  using Kind = graph::Step::Kind;
  if (step.kind == Kind::write) return true;
  if (step.kind != Kind::update) return false;
  if (step.stores) return *step.stores;
  if (!step.checked) return true;
  return graph::apply(step.operation, step.found << 8 * step.shift, step.outcome).kind == graph::Action::stores;
}

bool finds(const graph::Step& step) {
  using Kind = graph::Step::Kind;
  return step.kind == Kind::read || step.kind == Kind::write || step.kind == Kind::update;
}

}  // namespace

DporAudit::DporAudit(const ChoiceSet& choices) : shares_(searched(choices)) {}

DporAudit::Classified DporAudit::classify(const graph::Steps& steps) {
  Classified run;
  run.steps.reserve(steps.size());
  std::map<std::uint32_t, std::uint64_t> threads;
  std::unordered_map<std::uint64_t, std::uint64_t> written;
  for (const graph::Step& step : steps) {
    const auto what =
        static_cast<std::uint64_t>(step.kind) << 48 | static_cast<std::uint64_t>(step.outcome) << 32 | step.thread;
    std::uint64_t hash = mixed(threads[step.thread], what);
    if (step.kind == graph::Step::Kind::join) hash = mixed(hash, threads[step.other]);
    if (step.kind == graph::Step::Kind::branch) hash = mixed(hash, step.written);
    if (finds(step)) hash = mixed(hash, written[step.location]);
    if (writes(step)) written[step.location] = hash;
    if (step.kind == graph::Step::Kind::create) threads[step.other] = hash;
    threads[step.thread] = hash;
    run.steps.push_back(hash);
    run.whole += hash;
  }
  return run;
}

void DporAudit::add(const Classified& run) {
  if (classes_.size() >= kMostClasses) too_many_ = true;
  if (too_many_) return;
  classes_.insert(run.whole);
  if (steps_.size() >= kMostSteps) return;
  for (const std::uint64_t step : run.steps) steps_.insert(step);
}

void DporAudit::begin(std::uint64_t runs) { wanted_ = too_many_ ? 0 : std::max(kLeastRuns, runs / kShare); }

void DporAudit::learn(const Trace& trace) {
  shares_.learn(trace);
  inputs_.learn(trace);
}

void DporAudit::complete(Plan& plan, bool with_inputs) {
  plan.is_audit = true;
  plan.flags |= SLEAVE_PLAN_RESTART_ROUNDS;  // a run that waits is of no class
  plan.tail_threads = plan.tail_events = 0;  // the tails below hold nothing back
  plan.tail_seed = derive_seed(kStream, planned_);
  plan.tail_policy = kTails[planned_ % kTails.size()];
  plan.tail_depth = 3;
  plan.tail_length = 100;
  shares_.apply(planned_, plan);
  if (with_inputs && planned_ % 2 == 1) inputs_.draw(plan);
  ++planned_;
}

std::optional<std::size_t> DporAudit::first_unknown(const Classified& run) {
  if (classes_.contains(run.whole)) {
    ++agreed_;
    return std::nullopt;
  }
  if (steps_.size() >= kMostSteps) return run.steps.size();
  const auto unknown =
      std::find_if(run.steps.begin(), run.steps.end(), [this](std::uint64_t hash) { return !steps_.contains(hash); });
  return static_cast<std::size_t>(unknown - run.steps.begin());
}

void DporAudit::forget() {
  classes_.clear();
  steps_.clear();
  too_many_ = false;
  wanted_ = planned_ = agreed_ = passed_over_ = 0;
}

}  // namespace sleave

#include "engine/strategy/forest/followed_runs.h"

#include <algorithm>

#include "abi/reads.h"

namespace sleave {
namespace {

// An assertion fails by what its own thread has read. What other failures need may be anywhere in the run: the other
// threads of a deadlock, what was freed before.
std::uint32_t failed_in(const Trace& trace, const std::vector<std::uint32_t>& threads) {
  const bool one = trace.finding() == SLEAVE_FIND_assertion && trace.header.thread < threads.size();
  return one ? threads[trace.header.thread] : SLEAVE_NO_THREAD;
}

constexpr std::size_t kMostEvents = 20'000;  // of a run that is learned from

}  // namespace

void FollowedRuns::add_inputs(const expr::Values& values, Plan& plan) const {
  for (const expr::Variables::Input& input : variables_.inputs()) {
    if (input.text.empty()) continue;  // a read
    Plan::Input given{.name = input.name, .bytes = {}};
    for (const std::uint32_t number : input.numbers) {
      given.bytes.push_back(static_cast<std::byte>(number < values.size() ? values[number] : 0));
    }
    plan.inputs.push_back(std::move(given));
  }
  std::sort(plan.inputs.begin(), plan.inputs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
}

// As for dpor: a switch wherever the thread changes; then the thread that is to show something goes on.
Plan FollowedRuns::plan(const interference::Forest& forest, const Order& order) const {
  Plan plan;
  plan.record = SLEAVE_RECORD_POINTS | SLEAVE_RECORD_OPERANDS | SLEAVE_RECORD_PATH_CONSTRAINTS | SLEAVE_RECORD_READS;
  plan.flags = SLEAVE_PLAN_LATE_DEADLOCKS | SLEAVE_PLAN_SPLIT_WAITS | SLEAVE_PLAN_SCHEDULE_PLAIN | SLEAVE_PLAN_AWAITS;
  plan.tail_policy = SLEAVE_POLICY_stay;
  plan.id = beginnings_ << 32 | order.number;  // a beginning has fewer than 2^32 tasks
  plan.objects = memory_.locations();
  plan.threads = threads_.threads();
  std::vector<std::uint64_t> executed(plan.threads.size());
  std::uint32_t current = 0;
  const auto go_on_with = [&](std::uint32_t thread) {
    if (thread == current) return;
    plan.decisions.push_back({.thread = current,
                              .kind = SLEAVE_CHOICE_switch_to,
                              .expect = SLEAVE_EV_COUNT,
                              .index = executed[current],
                              .value = thread});
    current = thread;
  };
  for (const interference::NodeId id : order.events) {
    const interference::Event& event = forest[id].event;
    if (!event.point) continue;
    go_on_with(event.thread);
    ++executed[current];
    ++plan.decided_events;
  }
  go_on_with(order.thread);
  add_inputs(order.values, plan);
  return plan;
}

FollowedRuns::Shown FollowedRuns::learn(const Plan& plan, const Trace& trace) {
  Shown shown;
  const std::vector<std::uint32_t> threads = threads_.learn(trace);
  shown.number = plan.id & 0xffffffff;
  shown.kind = Shown::Kind::late;
  if (plan.id >> 32 != beginnings_) return shown;
  shown.kind = Shown::Kind::more_memory;
  if (memory_.look_at(trace)) {
    ++beginnings_;
    return shown;
  }
  shown.kind = Shown::Kind::nothing;
  const bool too_many = std::find(threads.begin(), threads.end(), SLEAVE_NO_THREAD) != threads.end();
  if (too_many) gaps_.insert(GapKind::program_has_too_many_threads);
  if (trace.events.size() > kMostEvents) gaps_.insert({GapKind::long_run, kMostEvents});
  if (too_many || trace.events.size() > kMostEvents || trace.header.diverged != 0) return shown;
  InterferenceRun learned = interference_run(trace, threads, choices_, pool_, variables_, memory_);
  gaps_.insert(learned.gaps.begin(), learned.gaps.end());
  wrong_ = learned.problem;
  if (!wrong_.empty()) return shown;
  shown.kind = Shown::Kind::run;
  shown.runs = std::move(learned.runs);
  shown.failed = trace.outcome() == SLEAVE_OUTCOME_failed;
  if (!shown.runs.empty()) shown.runs.back().failed = shown.failed;
  shown.failed_in = failed_in(trace, threads);
  return shown;
}

}  // namespace sleave

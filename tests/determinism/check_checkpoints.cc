// check_checkpoints PROGRAM: plans that share a long decided beginning give the same traces from a checkpoint as from
// the program's beginning, and take much less.
//
// Records a run, keeps ever other beginnings of its decisions, and lets other tails go on from there; each plan under
// reset, whose worker may keep checkpoints (runtime/isolate/checkpoint.h), and under fork, where every run starts at
// the beginning. Traces must be equal event by event.
//
// Exit code: 0 all agree, 1 a difference, or no gain, 2 wrong call, 3 no run took place.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/runner.h"
#include "engine/trace/trace.h"

namespace {

using namespace sleave;

constexpr std::size_t kPlansOfATail = 12;  // half of them record
constexpr std::size_t kFurthestFromEnd = 40;
// Without checkpoints it would be about 1.
constexpr double kLeastGain = 2;

Result<std::unique_ptr<Runner>> runner_for(const std::string& program, sleave_isolation isolation) {
  return make_runner(isolation, Target{.program = program, .arguments = {}, .directory = {}}, Output{});
}

Plan first_plan() {
  Plan plan;
  plan.tail_policy = SLEAVE_POLICY_random;
  plan.tail_seed = 7;
  plan.flags = SLEAVE_PLAN_DETECT_RACES;
  plan.record = SLEAVE_RECORD_POINTS;
  return plan;
}

// What surw and feedback steer by, taken from the last events: any will do.
void steer(Plan& plan, const Trace& trace) {
  const std::size_t last = trace.events.size() - 1;
  if (plan.tail_policy == SLEAVE_POLICY_surw) {
    plan.objects = {trace.events[last / 2].location};
    plan.weights = {9, 5};
  } else if (plan.tail_policy == SLEAVE_POLICY_feedback) {
    plan.relations = {{trace.events[last / 2].site, trace.events[last / 3].site, SLEAVE_RELATION_UNWANTED, 0}};
  } else if (plan.tail_policy == SLEAVE_POLICY_postpone) {
    plan.decided_events = static_cast<std::uint32_t>(last) - 200;
    plan.tail_seed = 1;
  }
}

// The same beginning every time, up to a decision near the end; another tail; some of them record.
std::vector<Plan> plans_after(const Plan& decided, const Trace& trace) {
  constexpr sleave_policy_kind kTails[] = {SLEAVE_POLICY_random,  SLEAVE_POLICY_pct,  SLEAVE_POLICY_stay,
                                           SLEAVE_POLICY_pos,     SLEAVE_POLICY_surw, SLEAVE_POLICY_feedback,
                                           SLEAVE_POLICY_postpone};
  std::vector<Plan> plans;
  for (std::size_t i = 0; i < kPlansOfATail * std::size(kTails); ++i) {
    Plan plan = decided;
    const std::size_t cut = 1 + i * 7 % kFurthestFromEnd;
    plan.decisions.resize(plan.decisions.size() > cut ? plan.decisions.size() - cut : 0);
    plan.tail_policy = kTails[i / kPlansOfATail];
    plan.tail_seed = i;
    plan.record = i % kPlansOfATail < kPlansOfATail / 2 ? 0 : SLEAVE_RECORD_POINTS;
    steer(plan, trace);
    plans.push_back(std::move(plan));
  }
  return plans;
}

bool same(const Trace& a, const Trace& b) {
  const sleave_trace& one = a.header;
  const sleave_trace& other = b.header;
  return one.outcome == other.outcome && one.events == other.events && one.points == other.points &&
         one.switches == other.switches && one.clock_ns == other.clock_ns && one.hash == other.hash &&
         one.class_hash == other.class_hash && one.decisions_used == other.decisions_used &&
         one.diverged == other.diverged && a.events.size() == b.events.size() &&
         std::memcmp(a.events.data(), b.events.data(), a.events.size() * sizeof a.events[0]) == 0 &&
         a.races.size() == b.races.size();
}

double seconds_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) * 1e-6;
}

// The traces of all plans; `seconds`: processor time of the program.
std::optional<std::vector<Trace>> run_all(const std::string& program, sleave_isolation isolation,
                                          const std::vector<Plan>& plans, double& seconds) {
  const double before = seconds_of_children();
  std::vector<Trace> traces;
  {
    Result<std::unique_ptr<Runner>> runner = runner_for(program, isolation);
    if (!runner) return std::nullopt;
    for (const Plan& plan : plans) {
      Result<Trace> trace = (*runner)->run(plan, Detail::full);
      if (!trace) return std::nullopt;
      traces.push_back(std::move(*trace));
    }
  }
  seconds = seconds_of_children() - before;
  return traces;
}

int compare(const std::string& program, const std::vector<Plan>& plans) {
  double repeated_seconds = 0;
  double kept_seconds = 0;
  const auto repeated = run_all(program, SLEAVE_ISOLATION_fork, plans, repeated_seconds);
  const auto kept = run_all(program, SLEAVE_ISOLATION_reset, plans, kept_seconds);
  if (!repeated || !kept) return 3;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    if (same((*repeated)[i], (*kept)[i])) continue;
    fmt::print(stderr, "plan {} with {} decisions runs differently from a checkpoint\n", i, plans[i].decisions.size());
    return 1;
  }
  const double gain = repeated_seconds / kept_seconds;
  fmt::print("{} plans of {} decisions or so, {} events: no difference, {:.1f} times faster\n", plans.size(),
             plans[0].decisions.size(), (*kept)[0].header.events, gain);
  return gain >= kLeastGain ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: check_checkpoints PROGRAM\n");
    return 2;
  }
  Result<std::unique_ptr<Runner>> runner = runner_for(argv[1], SLEAVE_ISOLATION_fork);
  if (!runner) return 3;
  const Plan plan = first_plan();
  const Result<Trace> trace = (*runner)->run(plan, Detail::full);
  if (!trace || trace->outcome() != SLEAVE_OUTCOME_exited) return 3;
  return compare(argv[1], plans_after(plan_from_trace(*trace, plan), *trace));
}

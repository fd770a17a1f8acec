// decided_prefix PROGRAM RUNS: what checkpoints gain where plans decide nearly everything, as a search or a replay
// makes them. Records a run of PROGRAM, and runs plans that decide the same but for the last few decisions: from the
// beginning each time (fork), and under reset, where a worker may begin at a checkpoint (runtime/isolate/checkpoint.h).
//
// Prints "decisions, microseconds of a run from the beginning, microseconds under reset", as processor time of explorer
// and target together.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "engine/run/runner.h"
#include "engine/trace/trace.h"

namespace sleave {
namespace {

constexpr std::size_t kVaried = 8;

double seconds(int whose) {
  rusage usage{};
  getrusage(whose, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}
double seconds() { return seconds(RUSAGE_SELF) + seconds(RUSAGE_CHILDREN); }

Result<std::unique_ptr<Runner>> runner_for(const std::string& program, sleave_isolation isolation) {
  return make_runner(isolation, Target{.program = program, .arguments = {}, .directory = {}}, Output{});
}

// Of `runs` runs; below 0: no run took place.
double processor_seconds(const std::string& program, sleave_isolation isolation, const Plan& decided,
                         std::uint64_t runs) {
  const double before = seconds();
  {
    Result<std::unique_ptr<Runner>> runner = runner_for(program, isolation);
    if (!runner) return -1;
    Plan plan = decided;
    for (std::uint64_t i = 0; i < runs; ++i) {
      plan.decisions.assign(decided.decisions.begin(), decided.decisions.end() - static_cast<long>(1 + i % kVaried));
      plan.tail_seed = i;
      if (!(*runner)->run(plan, Detail::outcome)) return -1;
    }
  }
  return seconds() - before;
}

// Of one run, without what starting and ending cost.
double run_cost(const std::string& program, sleave_isolation isolation, const Plan& decided, std::uint64_t runs) {
  const std::uint64_t few = 4;
  return (processor_seconds(program, isolation, decided, few + runs) -
          processor_seconds(program, isolation, decided, few)) /
         static_cast<double>(runs);
}

int measure(const std::string& program, std::uint64_t runs) {
  Result<std::unique_ptr<Runner>> runner = runner_for(program, SLEAVE_ISOLATION_fork);
  if (!runner) return 3;
  Plan plan;
  plan.tail_policy = SLEAVE_POLICY_random;
  plan.flags = SLEAVE_PLAN_DETECT_RACES;
  plan.record = SLEAVE_RECORD_POINTS;
  const Result<Trace> trace = (*runner)->run(plan, Detail::full);
  if (!trace || trace->outcome() != SLEAVE_OUTCOME_exited) return 3;
  Plan decided = plan_from_trace(*trace, plan);
  decided.record = 0;
  if (decided.decisions.size() <= kVaried) return 3;
  fmt::print("{} {:.1f} {:.1f}\n", decided.decisions.size(),
             run_cost(program, SLEAVE_ISOLATION_fork, decided, runs / 20 + 2) * 1e6,
             run_cost(program, SLEAVE_ISOLATION_reset, decided, runs) * 1e6);
  return 0;
}

}  // namespace
}  // namespace sleave

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: decided_prefix PROGRAM RUNS\n");
    return 2;
  }
  return sleave::measure(argv[1], std::strtoull(argv[2], nullptr, 10));
}

// count_runs PROGRAM STRATEGY SEEDS RUNS [--fail-on-exit] [--fail-on-leak] [--path constraints] [--choices=LIST]: for
// each seed, the number of the first run that fails or has a data race, 0 if none of RUNS does. One number a line. With
// --path constraints runs also record how they depend on the input.
//
// What `sleave run` would count, without what it does about a failure. bench/sampling.py is its caller, and
// bench/symbolic.py for what the runs take.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/choice_set.h"
#include "engine/run/runner.h"
#include "engine/strategy/registry/make_strategy.h"

namespace sleave {
namespace {

struct Call {
  std::string program;
  std::string strategy;
  std::uint64_t seeds = 0;
  std::uint64_t runs = 0;
  std::uint32_t flags = SLEAVE_PLAN_DETECT_RACES;
  std::uint32_t record = 0;
  std::string choices = "default";
};

Call parse(const std::vector<std::string>& words) {
  Call call{.program = words[0],
            .strategy = words[1],
            .seeds = std::strtoull(words[2].c_str(), nullptr, 10),
            .runs = std::strtoull(words[3].c_str(), nullptr, 10)};
  const std::string choices = "--choices=";
  for (const std::string& word : words) {
    if (word == "--fail-on-exit") call.flags |= SLEAVE_PLAN_FAIL_ON_EXIT;
    if (word == "--fail-on-leak") call.flags |= SLEAVE_PLAN_FAIL_ON_LEAK;
    if (word == "--path_constraints") call.record |= SLEAVE_RECORD_PATH_CONSTRAINTS;
    if (word.starts_with(choices)) call.choices = word.substr(choices.size());
  }
  return call;
}

Result<std::uint64_t> first_failure(const Call& call, Runner& runner, std::uint64_t seed) {
  const Result<ChoiceSet> choices = parse_choices(call.choices);
  if (!choices) return choices.error();
  const Result<std::unique_ptr<Strategy>> strategy = make_strategy(call.strategy, {.seed = seed, .choices = *choices});
  if (!strategy) return strategy.error();
  for (std::uint64_t run = 1; run <= call.runs; ++run) {
    Plan plan = (*strategy)->next().value();  // samplers never run out
    plan.flags = call.flags;
    plan.record |= call.record;
    const Result<Trace> trace = runner.run(plan, Detail::outcome);
    if (!trace) return trace.error();
    if (trace->outcome() == SLEAVE_OUTCOME_failed || !trace->races.empty()) return run;
    (*strategy)->done(plan, *trace);
  }
  return std::uint64_t{0};
}

int measure(const Call& call) {
  const Target target{.program = call.program, .arguments = {}, .directory = {}};
  Result<std::unique_ptr<Runner>> runner = make_runner(SLEAVE_ISOLATION_reset, target, Output{});
  for (std::uint64_t seed = 1; runner && seed <= call.seeds; ++seed) {
    const Result<std::uint64_t> first = first_failure(call, **runner, seed);
    if (!first) {
      fmt::print(stderr, "{}\n", first.error().message);
      return 3;
    }
    fmt::print("{}\n", *first);
  }
  return runner ? 0 : 3;
}

}  // namespace
}  // namespace sleave

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr,
               "usage: count_runs PROGRAM STRATEGY SEEDS RUNS [--fail-on-exit] [--fail-on-leak] [--choices=LIST]\n");
    return 2;
  }
  return sleave::measure(sleave::parse({argv + 1, argv + argc}));
}

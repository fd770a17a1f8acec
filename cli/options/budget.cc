#include "cli/options/budget.h"

#include "engine/base/duration.h"

namespace sleave {

Result<Budget> budget_of(const CommandLine& line, const Options& options) {
  const Result<std::uint64_t> runs = parse_count("runs", options.runs);
  if (!runs) return runs.error();
  const Result<std::chrono::milliseconds> time = of_option("time", parse_duration(options.time));
  if (!time) return time.error();
  const bool runs_alone = *runs != 0 && !line.given("--time");
  return Budget{*runs, runs_alone ? std::chrono::milliseconds(0) : *time};
}

std::string strategy_of(const CommandLine& line, const Options& options) {
  const bool samples = !line.given("--strategy") && options.inputs == "random";
  return samples ? "sample" : options.strategy;
}

}  // namespace sleave

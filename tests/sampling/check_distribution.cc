// check_distribution PROGRAM STRATEGY RUNS SHARE...: a program's exit codes 0, 1, .. come in these shares.
//
// Exit code: 0 they do, as far as chi-square at one in a thousand can tell, 1 they do not, 2 wrong call, 3 no run.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/run/runner.h"
#include "engine/strategy/registry/make_strategy.h"

namespace {

using namespace sleave;

constexpr std::uint64_t kToLearn = 64;  // first runs, which do not count

// The value that chi-square with so many degrees of freedom exceeds once in a thousand times (Wilson and Hilferty).
double critical_value(double freedom) {
  constexpr double kDeviations = 3.0902;
  const double part = 2 / (9 * freedom);
  return freedom * std::pow(1 - part + kDeviations * std::sqrt(part), 3);
}

int compare(const std::vector<std::uint64_t>& counts, const std::vector<double>& shares, std::uint64_t runs) {
  double whole = 0;
  for (const double share : shares) whole += share;
  double chi_square = 0;
  for (std::size_t code = 0; code < shares.size(); ++code) {
    const double expected = static_cast<double>(runs) * shares[code] / whole;
    const double off = static_cast<double>(counts[code]) - expected;
    chi_square += off * off / expected;
    fmt::print("exit code {}: {} times, expected {:.1f}\n", code, counts[code], expected);
  }
  const double most = critical_value(static_cast<double>(shares.size() - 1));
  fmt::print("chi-square {:.2f}, at most {:.2f}\n", chi_square, most);
  return chi_square <= most ? 0 : 1;
}

Result<std::vector<std::uint64_t>> count_exit_codes(const std::string& program, Strategy& strategy, std::uint64_t runs,
                                                    std::size_t codes) {
  const Target target{.program = program, .arguments = {}, .directory = {}};
  Result<std::unique_ptr<Runner>> runner = make_runner(SLEAVE_ISOLATION_reset, target, Output{});
  if (!runner) return runner.error();
  std::vector<std::uint64_t> counts(codes);
  for (std::uint64_t run = 0; run < kToLearn + runs; ++run) {
    const Plan plan = strategy.next().value();
    const Result<Trace> trace = (*runner)->run(plan, Detail::outcome);
    if (!trace) return trace.error();
    strategy.done(plan, *trace);
    const auto code = static_cast<std::size_t>(trace->header.exit_code);
    if (trace->outcome() != SLEAVE_OUTCOME_exited || code >= codes) {
      return Error{Tier::usage, fmt::format("run {} ended with outcome {}, code {}", run, trace->header.outcome, code)};
    }
    if (run >= kToLearn) ++counts[code];
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    fmt::print(stderr, "usage: check_distribution PROGRAM STRATEGY RUNS SHARE SHARE...\n");
    return 2;
  }
  std::vector<double> shares;
  for (int i = 4; i < argc; ++i) shares.push_back(std::atof(argv[i]));
  const std::uint64_t runs = std::strtoull(argv[3], nullptr, 10);
  Result<std::unique_ptr<Strategy>> strategy = make_strategy(argv[2], {.seed = 1});
  if (!strategy) {
    fmt::print(stderr, "{}\n", strategy.error().message);
    return 2;
  }
  const Result<std::vector<std::uint64_t>> counts = count_exit_codes(argv[1], **strategy, runs, shares.size());
  if (!counts) {
    fmt::print(stderr, "{}\n", counts.error().message);
    return 3;
  }
  return compare(*counts, shares, runs);
}

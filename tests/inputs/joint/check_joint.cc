// check_joint --source=FIRST,COUNT: prints the C source of so many random programs.
// check_joint PROGRAM --programs=FIRST,COUNT [--strategy=dpor]: what the search runs of each of them, compiled, is what
// brute force over all inputs and all interleavings finds: the same pairs of a path and a class of interleavings, each
// once, and the search says that it is complete.
//
// Which pair a run was is read off a machine that knows nothing of Sleave (joint_program_test.h): it is given the
// run's input and makes the same steps in the same order, and must be able to.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/run/runner.h"
#include "engine/strategy/registry/make_strategy.h"
#include "engine/testing/random_joint_program.h"
#include "engine/trace/words.h"
#include "tests/inputs/joint/joint_source.h"

namespace sleave::joint_test {
namespace {

// Programs with more are left out: brute force takes too long.
constexpr std::size_t kMostPrefixes = 3'000;
constexpr std::size_t kMostRuns = 20'000;

struct Call {
  std::string program;
  std::string strategy = "dpor";
  std::vector<unsigned> range;
  std::vector<unsigned> source;
};

// What the machine is to do for an event of a worker, as its code and its place; none: nothing that it knows of.
struct Visible {
  Code code;
  std::uint64_t place;
};

std::optional<Visible> visible(const sleave_event& event, std::uint64_t first_place) {
  const std::uint64_t place = event.location - first_place;
  switch (event.kind) {
    case SLEAVE_EV_atomic_load:
      return Visible{Code::read, place};
    case SLEAVE_EV_atomic_store:
      return Visible{Code::write, place};
    case SLEAVE_EV_atomic_rmw:
      return Visible{Code::add, place};
    case SLEAVE_EV_semaphore_wait:
      return Visible{Code::lock, kLock};
    case SLEAVE_EV_semaphore_post:
      return Visible{Code::unlock, kLock};
    default:
      return std::nullopt;
  }
}

std::vector<std::uint8_t> input_of(const Trace& trace, const Program& program) {
  std::vector<std::uint8_t> input(program.inputs);
  for (std::size_t i = 0; i < trace.inputs.size() && i < input.size(); ++i) {
    const std::uint8_t byte = trace.input_bytes[trace.inputs[i].first];
    input[i] = static_cast<std::uint8_t>(byte & ((1u << program.bits) - 1));
  }
  return input;
}

class Comparison {
 public:
  Comparison(const Call& call, unsigned seed) : call_(call), seed_(seed), program_(random_program(seed)) {}

  // What is wrong; empty: nothing.
  std::string run() {
    const Behaviors expected = enumerate(program_, kMostPrefixes);
    if (expected.too_many) return {};
    compared_ = true;
    if (std::string problem = search(); !problem.empty()) return problem;
    if (twice_ != 0 && call_.strategy == "dpor") return fmt::format("{} runs for nothing", twice_);
    if (found_.complete != expected.complete) return difference(found_.complete, expected.complete);
    if (found_.deadlocked != expected.deadlocked) return difference(found_.deadlocked, expected.deadlocked);
    return {};
  }

  [[nodiscard]] bool compared() const { return compared_; }
  [[nodiscard]] std::size_t runs() const { return runs_; }
  [[nodiscard]] std::size_t pairs() const { return found_.complete.size() + found_.deadlocked.size(); }

 private:
  static std::string difference(const std::set<std::string>& found, const std::set<std::string>& expected) {
    for (const std::string& name : expected) {
      if (!found.contains(name)) return fmt::format("{} of {}, without {}", found.size(), expected.size(), name);
    }
    return fmt::format("{} of {}", found.size(), expected.size());
  }

  std::string search() {
    const Target target{.program = call_.program, .arguments = {std::to_string(seed_)}, .directory = {}};
    const Result<std::unique_ptr<Runner>> runner = make_runner(SLEAVE_ISOLATION_reset, target, Output{});
    if (!runner) return runner.error().message;
    const Result<std::unique_ptr<Strategy>> strategy = make_strategy(call_.strategy, {});
    if (!strategy) return strategy.error().message;
    for (std::optional<Plan> plan = (*strategy)->next(); plan; plan = (*strategy)->next()) {
      if (!plan->is_audit && ++runs_ > kMostRuns) return "the search does not end";
      plan->flags |= SLEAVE_PLAN_DETECT_RACES;
      const Result<Trace> trace = (*runner)->run(*plan, Detail::full);
      if (!trace) return trace.error().message;
      if (std::string problem = take(*trace, plan->is_audit); !problem.empty()) return problem;
      (*strategy)->done(*plan, *trace);
    }
    const std::optional<Exhaustion> end = (*strategy)->exhaustion();
    if (!end || end->complete()) return {};
    return "not complete: " + (end->gaps.empty() ? "parts are open" : in_words(*end->gaps.begin()));
  }

  std::string take(const Trace& trace, bool audits) {
    const bool deadlocked = trace.finding() == SLEAVE_FIND_deadlock;
    if (trace.outcome() == SLEAVE_OUTCOME_overtaken) return {};
    if (trace.outcome() != SLEAVE_OUTCOME_exited && !deadlocked) {
      return fmt::format("a run {}", outcome_words(trace.outcome()));
    }
    Pool pool;
    const std::vector<std::uint8_t> input = input_of(trace, program_);
    Machine machine(program_, pool, input);
    if (std::string problem = follow(trace, machine); !problem.empty()) return problem;
    if (machine.complete() == deadlocked) return "the machine ends otherwise";
    std::set<std::string>& pairs = deadlocked ? found_.deadlocked : found_.complete;
    const bool fresh = pairs.insert(machine.class_name()).second;
    if (audits && fresh) return "an audit run is of a class that the search has not run";
    twice_ += fresh || audits ? 0 : 1;
    return {};
  }

  // The machine makes the steps of the trace. Its threads are those that main made, in their order.
  std::string follow(const Trace& trace, Machine& machine) {
    std::set<std::size_t> begun;
    const auto begin = [&](std::size_t thread) {
      if (begun.insert(thread).second) machine.run(thread);
    };
    std::uint64_t first_place = 0;
    for (const sleave_event& event : trace.events) {
      if (event.thread == 0 && event.kind == SLEAVE_EV_atomic_store && first_place == 0) first_place = event.location;
      const std::optional<Visible> wanted = visible(event, first_place);
      if (event.thread == 0 || event.thread > machine.threads() || !wanted) continue;
      const std::size_t thread = event.thread - 1;
      begin(thread);
      if (!next_is(machine, thread, *wanted)) return fmt::format("thread {} does something else", thread);
      machine.run(thread);
    }
    for (std::size_t i = 0; i < machine.threads(); ++i) begin(i);
    return {};
  }

  static bool next_is(const Machine& machine, std::size_t thread, const Visible& wanted) {
    if (!machine.enabled(thread)) return false;
    const auto [code, place] = machine.next(thread);
    return code == wanted.code && place == wanted.place;
  }

  const Call& call_;
  unsigned seed_;
  Program program_;
  Behaviors found_;
  std::size_t runs_ = 0;
  std::size_t twice_ = 0;
  bool compared_ = false;
};

int compare(const Call& call) {
  unsigned compared = 0;
  std::size_t pairs = 0;
  std::size_t runs = 0;
  for (unsigned seed = call.range[0]; seed < call.range[0] + call.range[1]; ++seed) {
    Comparison comparison(call, seed);
    if (const std::string problem = comparison.run(); !problem.empty()) {
      fmt::print(stderr, "program {}: {}\n", seed, problem);
      return 1;
    }
    compared += comparison.compared() ? 1 : 0;
    pairs += comparison.pairs();
    runs += comparison.runs();
  }
  fmt::print("{} programs, {} pairs of a path and a class, {} runs\n", compared, pairs, runs);
  return 0;
}

}  // namespace
}  // namespace sleave::joint_test

int main(int argc, char** argv) {
  sleave::joint_test::Call call;
  CLI::App app("What a search over inputs and schedules runs is what there is.");
  app.add_option("program", call.program);
  app.add_option("--strategy", call.strategy);
  app.add_option("--programs", call.range)->expected(2)->delimiter(',');
  app.add_option("--source", call.source)->expected(2)->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  if (call.source.size() == 2) {
    std::fputs(sleave::joint_test::source_of(call.source[0], call.source[1]).c_str(), stdout);
    return 0;
  }
  return call.range.size() == 2 ? sleave::joint_test::compare(call) : 2;
}

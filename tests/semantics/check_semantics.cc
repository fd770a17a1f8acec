// check_semantics PLAIN INSTRUMENTED: an instrumented program does what the plain one does.
//
// The plain program's output and exit code are the expectation. The instrumented one is run alone, and controlled:
// under exec, fork and native threads, each with every tail policy, `random` with several seeds. The programs print the
// same whatever the schedule, so every run must agree; --delays checks that of the plain program.
//
// Exit code: 0 all agree, 1 a difference, 2 wrong call, 3 something could not be run, or the plain program prints
// something else with other schedules.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/model/thread_table.h"
#include "engine/run/runner.h"
#include "engine/trace/words.h"
#include "tests/semantics/behavior.h"

namespace {

using namespace sleave;

struct Way {
  const char* name;
  sleave_isolation isolation;
  sleave_thread_mode threads;
};
constexpr std::array kWays{Way{"exec", SLEAVE_ISOLATION_exec, SLEAVE_THREADS_FIBER},
                           Way{"fork", SLEAVE_ISOLATION_fork, SLEAVE_THREADS_FIBER},
                           Way{"native threads", SLEAVE_ISOLATION_exec, SLEAVE_THREADS_NATIVE}};

constexpr std::array kPolicies{
#define SLEAVE_POLICY(name, meaning) #name,
#include "abi/policies.def"
#undef SLEAVE_POLICY
};

// Arguments every program gets: one with a space, one empty.
const std::vector<std::string> kArguments{"one", "two words", ""};

std::vector<Plan> plans(std::uint64_t seeds) {
  std::vector<Plan> result(2);
  result[1].tail_policy = SLEAVE_POLICY_pct;
  result[1].tail_depth = 3;
  result[1].tail_length = 200;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Plan plan;
    plan.tail_policy = SLEAVE_POLICY_random;
    plan.tail_seed = seed;
    result.push_back(plan);
  }
  return result;
}

std::string end_text(const Trace& trace) {
  if (trace.outcome() == SLEAVE_OUTCOME_exited) return fmt::format("exit code {}", trace.header.exit_code & 0xff);
  const std::string finding = trace.outcome() == SLEAVE_OUTCOME_failed ? finding_name(trace.finding()) : "";
  return fmt::format("{} {} {}", outcome_name(trace.outcome()), finding, trace.message());
}

class Check {
 public:
  Check(Target instrumented, std::string file, Behavior expected)
      : target_(std::move(instrumented)), file_(std::move(file)), expected_(std::move(expected)) {}

  int run(std::uint64_t seeds) {
    const std::optional<Behavior> alone = behavior_alone(target_.program, kArguments, file_, expected_);
    if (!alone) {
      say_why("it cannot be started");
      return 3;
    }
    compare("alone", *alone);
    for (const Way& way : kWays) {
      if (!run_controlled(way, plans(seeds))) return 3;
    }
    fmt::print("{}: {} runs, {} differ from the plain program\n", target_.program, runs_, different_);
    return different_ == 0 ? 0 : 1;
  }

 private:
  bool run_controlled(const Way& way, const std::vector<Plan>& wanted) {
    Target target = target_;
    target.threads = way.threads;
    const Output output{Output::Kind::file, file_};
    Result<std::unique_ptr<Runner>> runner = make_runner(way.isolation, target, output);
    if (!runner) return say_why(runner.error().message);
    ThreadTable threads;  // as a campaign does it: a fork server prepares the threads that earlier runs had
    for (Plan plan : wanted) {
      plan.threads = threads.threads();
      if (truncate(file_.c_str(), 0) != 0) return say_why("its output cannot be emptied");
      Result<Trace> trace = (*runner)->run(plan, Detail::full);
      if (!trace) return say_why(trace.error().message);
      threads.learn(*trace);
      compare(fmt::format("{}, {} {}", way.name, kPolicies[plan.tail_policy], plan.tail_seed),
              {file_text(file_), end_text(*trace)});
    }
    return true;
  }

  void compare(const std::string& how, const Behavior& seen) {
    ++runs_;
    if (seen == expected_) return;
    ++different_;
    const std::string text = difference_text(expected_, seen);
    if (said_.insert(text).second) fmt::print(stderr, "{}: {}", how, text);
  }

  // Always false: what could not be run.
  bool say_why(const std::string& why) const {
    fmt::print(stderr, "{}: {}\n", target_.program, why);
    return false;
  }

  Target target_;
  std::string file_;
  Behavior expected_;
  int runs_ = 0;
  int different_ = 0;
  std::set<std::string> said_;  // the same difference is shown once
};

// The output of the program is the same with its threads delayed.
bool any_schedule(const std::string& plain, const std::string& file, const Behavior& expected,
                  const std::string& library) {
  for (const char* who : {"created", "creator"}) {
    const std::optional<Behavior> seen = behavior_delayed(plain, kArguments, file, expected, {library, who});
    if (seen == expected) continue;
    fmt::print(stderr, "{}: depends on the schedule: with {} threads delayed, it {}", plain, who,
               seen ? difference_text(expected, *seen) : "cannot be started\n");
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::string plain;
  std::string instrumented;
  std::string delays;
  std::string files = "overlay";
  std::uint64_t seeds = 3;
  CLI::App app{"An instrumented program does what the plain one does"};
  app.add_option("plain", plain, "built with the plain compiler")->required();
  app.add_option("instrumented", instrumented, "the same program built with sleave-cc or sleave-c++")->required();
  app.add_option("--delays", delays, "the library of delays.c");
  app.add_option("--files", files, "that the instrumented program sees: overlay or real");
  app.add_option("--seeds", seeds, "of the random policy");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const std::string file = instrumented + ".output";
  const std::optional<Behavior> expected = usual_behavior(plain, kArguments, file);
  if (!expected) {
    fmt::print(stderr, "{}: cannot be started, or does something else each time\n", plain);
    return 3;
  }
  if (!delays.empty() && !any_schedule(plain, file, *expected, delays)) return 3;
  Target target;
  target.program = instrumented;
  target.arguments = kArguments;
  target.files = files;
  return Check(std::move(target), file, *expected).run(seeds);
}

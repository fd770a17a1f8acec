// check_rules PROGRAM: every case of the program's table (cases.h) does what its name says.
//
// A rule (a name of abi/findings.def): the run under the plainest schedule ends with that finding, twice in the same
// way, and on native threads too. A choice (a name of abi/choices.def): among some seeds with the choice a run fails,
// and that run took it; without the choice none of them fails.
//
// Exit code: 0 all hold, 1 one does not, 2 wrong call, 3 something could not be run.
#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "engine/run/runner.h"
#include "engine/trace/words.h"
#include "tests/semantics/behavior.h"

namespace {

using namespace sleave;

constexpr std::uint64_t kSeeds = 40;

struct Case {
  std::string kind;
  std::string function;
};

std::optional<sleave_choice_kind> choice_of(const std::string& name) {
#define SLEAVE_CHOICE(choice, option, preset, words, meaning) \
  if (name == #choice) return SLEAVE_CHOICE_##choice;
#include "abi/choices.def"
#undef SLEAVE_CHOICE
  return std::nullopt;
}

class Check {
 public:
  explicit Check(std::string program) : program_(std::move(program)) {}

  // Whether it holds; says why not.
  bool holds(const Case& one) {
    if (const auto choice = choice_of(one.kind)) return choice_holds(one, *choice);
    return rule_holds(one);
  }

 private:
  std::optional<Trace> run(const Case& one, const Plan& plan, sleave_thread_mode threads = SLEAVE_THREADS_FIBER) {
    const Target target{
        .program = program_, .arguments = {one.kind, one.function}, .directory = {}, .threads = threads};
    auto runner = make_runner(SLEAVE_ISOLATION_exec, target, Output{Output::Kind::file, "/dev/null"});
    if (!runner) return say_why(one, runner.error().message);
    Result<Trace> trace = (*runner)->run(plan, Detail::full);
    if (!trace) return say_why(one, trace.error().message);
    return std::move(*trace);
  }

  bool rule_holds(const Case& one) {
    Plan plan;
    plan.flags |= SLEAVE_PLAN_FAIL_ON_LEAK;  // the last that can be seen: every other rule comes before
    const auto first = run(one, plan);
    const auto second = run(one, plan);
    const auto native = run(one, plan, SLEAVE_THREADS_NATIVE);
    if (!first || !second || !native) return false;
    for (const Trace* trace : {&*first, &*second, &*native}) {
      if (seen(*trace) != one.kind) return say_why(one, "ended as " + seen(*trace)).has_value();
      if (trace->header.hash != first->header.hash) return say_why(one, "two runs differ").has_value();
    }
    return true;
  }

  bool choice_holds(const Case& one, sleave_choice_kind choice) {
    bool taken = false;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
      Plan plan;
      plan.tail_seed = seed;
      const auto without = run(one, plan);
      plan.choices[choice] = {1, 3};
      const auto with = taken ? without : run(one, plan);
      if (!without || !with) return false;
      if (seen(*without) != "none") return say_why(one, "fails without the choice: " + seen(*without)).has_value();
      taken = taken || (seen(*with) == "assertion" && takes(*with, choice));
      if (taken && seed >= 5) return true;
    }
    return say_why(one, "no run took the choice").has_value();
  }

  // A reuse of addresses holds for a whole run and is no decision.
  static bool takes(const Trace& trace, sleave_choice_kind choice) {
    if (choice == SLEAVE_CHOICE_reuse) return true;
    for (const sleave_trace_choice& made : trace.choices) {
      if (made.kind == static_cast<std::uint32_t>(choice)) return true;
    }
    return false;
  }

  static std::string seen(const Trace& trace) {
    if (trace.outcome() == SLEAVE_OUTCOME_failed) return finding_name(trace.finding());
    return trace.outcome() == SLEAVE_OUTCOME_exited ? "none" : outcome_name(trace.outcome());
  }

  static std::optional<Trace> say_why(const Case& one, const std::string& why) {
    fmt::print(stderr, "{} by {}: {}\n", one.kind, one.function, why);
    return std::nullopt;
  }

  std::string program_;
};

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    fmt::print(stderr, "check_rules PROGRAM\n");
    return 2;
  }
  const std::string program = words[1];
  const std::optional<Behavior> listed = usual_behavior(program, {}, program + ".cases");
  if (!listed || listed->output.empty()) {
    fmt::print(stderr, "{}: does not list its cases\n", program);
    return 3;
  }
  std::istringstream lines(listed->output);
  Check check(program);
  int wrong = 0;
  int all = 0;
  for (Case one; lines >> one.kind >> one.function; ++all) wrong += check.holds(one) ? 0 : 1;
  fmt::print("{}: {} cases, {} do not hold\n", program, all, wrong);
  return wrong == 0 ? 0 : 1;
}

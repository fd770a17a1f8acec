// check_inputs PROGRAM [ARGUMENT...]: all that a sequential program can do with its input, by turning one path
// constraint after the other.
//
// Prints a line "reached CODE" for each exit code and "loss KIND" for each kind of loss, sorted. Every recorded
// expression must have its recorded value on the run's input, and a run whose input was solved for must agree with the
// run it was derived from up to the turned path constraint, and differ there. --dump prints the path constraints of the
// first run instead.
//
// Exit code: 0 done, 1 something does not agree, 2 wrong call, 3 no run took place.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/expr/path.h"
#include "engine/run/runner.h"
#include "engine/solve/backends/z3_solver.h"
#include "engine/solve/queries.h"
#include "engine/trace/words.h"

namespace {

using namespace sleave;
using expr::Expr;

constexpr std::size_t kMostRuns = 5'000;

constexpr const char* kConcretizations[] = {
#define SLEAVE_CONCRETIZATION(name, words) #name,
#include "abi/concretizations.def"
#undef SLEAVE_CONCRETIZATION
};
constexpr const char* kPathConstraints[] = {
#define SLEAVE_PATH_CONSTRAINT(name, turns, words) #name,
#include "abi/path_constraints.def"
#undef SLEAVE_PATH_CONSTRAINT
};

// An input to try, and what its run must do: these hold, the word after them has another value.
struct Work {
  std::vector<Plan::Input> inputs;
  std::vector<Expr> holds;     // of the parent's path, in order
  std::optional<Expr> turned;  // the word that must have another value
  expr::Word old_value = 0;
  std::vector<Expr> other_values;  // of that word: those that were seen
};

class Check {
 public:
  Check(std::unique_ptr<Runner> runner, bool dump)
      : runner_(std::move(runner)), dump_(dump), queries_(pool_, solve::make_z3_solver(pool_)) {}

  int run() {
    std::vector<Work> work(1);
    for (std::size_t runs = 0; !work.empty() && runs < kMostRuns; ++runs) {
      const Work now = std::move(work.back());
      work.pop_back();
      if (!one_run(now, work)) return exit_code_;
      if (dump_) return 0;
    }
    for (const std::string& line : lines_) fmt::print("{}\n", line);
    return work.empty() ? 0 : complain("not finished after {} runs", kMostRuns);
  }

 private:
  template <typename... Arguments>
  int complain(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::print(stderr, "{}\n", fmt::format(format, std::forward<Arguments>(arguments)...));
    return exit_code_ = 1;
  }

  bool one_run(const Work& now, std::vector<Work>& work) {
    Plan plan;
    plan.record = SLEAVE_RECORD_PATH_CONSTRAINTS;
    plan.inputs = now.inputs;
    Result<Trace> trace = runner_->run(plan, Detail::full);
    if (!trace) {
      complain("{}", trace.error().message);
      exit_code_ = 3;
      return false;
    }
    Result<expr::Path> path = path_of(*trace, pool_, variables_, expr::Compare::values);
    if (!path) return complain("{}", path.error().message) == 0;
    if (dump_) dump(*trace, *path);
    if (!note(*trace)) return false;
    return agrees(now, *path) && derive(now, *trace, *path, work);
  }

  bool note(const Trace& trace) {
    for (const sleave_trace_concretization& concretization : trace.concretizations)
      lines_.insert(fmt::format("concretization {}", kConcretizations[concretization.kind]));
    switch (trace.outcome()) {
      case SLEAVE_OUTCOME_exited:
        lines_.insert(fmt::format("reached {}", trace.header.exit_code));
        return true;
      case SLEAVE_OUTCOME_failed:
        lines_.insert(fmt::format("reached {}", finding_name(trace.finding())));
        return true;
      case SLEAVE_OUTCOME_excluded:
        return true;
      default:
        return complain("a run {}: {}", outcome_name(trace.outcome()), trace.message()) == 0;
    }
  }

  static void dump(const Trace& trace, const expr::Path& path) {
    for (const expr::PathConstraint& path_constraint : path.path_constraints) {
      fmt::print("{} thread {} at {:x}: value {:x}\n", kPathConstraints[path_constraint.kind], path_constraint.thread,
                 path_constraint.site, static_cast<std::uint64_t>(path_constraint.value));
    }
    for (const sleave_trace_concretization& concretization : trace.concretizations) {
      fmt::print("loss {} x{} at {:x}\n", kConcretizations[concretization.kind], concretization.count,
                 concretization.site);
    }
    fmt::print("{} expressions, {} path constraints, {} input bytes, {}\n", trace.expressions.size(),
               trace.path_constraints.size(), trace.input_bytes.size(), outcome_name(trace.outcome()));
  }

  // The run did what its input was solved for.
  bool agrees(const Work& now, const expr::Path& path) {
    if (!now.turned) return true;
    for (std::size_t i = 0; i < now.holds.size(); ++i) {
      if (i >= path.path_constraints.size() || path.path_constraints[i].held != now.holds[i]) {
        return complain("a run left its path before the place where it should: path constraint {} of {}", i,
                        now.holds.size()) == 0;
      }
    }
    const std::size_t at = now.holds.size();
    if (at >= path.path_constraints.size() || path.path_constraints[at].word != *now.turned ||
        path.path_constraints[at].value == now.old_value) {
      return complain("a run did not turn where it should: path constraint {} of {}", at,
                      path.path_constraints.size()) == 0;
    }
    return true;
  }

  // Everything behind the turned path constraint is still to be turned; the turned word itself, if it may have more
  // values.
  bool derive(const Work& now, const Trace& trace, const expr::Path& path, std::vector<Work>& work) {
    std::vector<Expr> holds;
    for (std::size_t i = 0; i < path.path_constraints.size(); ++i) {
      const expr::PathConstraint& path_constraint = path.path_constraints[i];
      const bool again = now.turned && i == now.holds.size() && path_constraint.turn() == expr::Turn::OTHER;
      const bool open = !now.turned || i > now.holds.size() || again;
      if (open && path_constraint.turn() != expr::Turn::KEEP)
        turn(again ? now.other_values : std::vector<Expr>{}, i, trace, path, holds, work);
      holds.push_back(path_constraint.held);
    }
    return true;
  }

  void turn(std::vector<Expr> others, std::size_t i, const Trace& trace, const expr::Path& path,
            const std::vector<Expr>& holds, std::vector<Work>& work) {
    const expr::PathConstraint& path_constraint = path.path_constraints[i];
    std::vector<Expr> holding = holds;
    holding.insert(holding.end(), others.begin(), others.end());
    const Expr wanted = pool_.negation(path_constraint.held);
    const solve::QueryAnswer answer = queries_.ask(holding, wanted, path.values);
    if (answer.verdict != solve::Verdict::satisfiable) return;
    others.push_back(wanted);
    work.push_back(
        {variables_.inputs_with({}, trace, *answer.input), holds, path_constraint.word, path_constraint.value, others});
  }

  std::unique_ptr<Runner> runner_;
  bool dump_;
  expr::Pool pool_;
  expr::Variables variables_;
  solve::Queries queries_;
  std::set<std::string> lines_;
  int exit_code_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const bool dump = argc > 1 && std::strcmp(argv[1], "--dump") == 0;
  char** words = argv + (dump ? 2 : 1);
  if (words >= argv + argc) {
    fmt::print(stderr, "usage: check_inputs [--dump] PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  const Target target{.program = words[0], .arguments = {words + 1, argv + argc}, .directory = {}};
  auto runner = make_runner(SLEAVE_ISOLATION_reset, target, Output{});
  if (!runner) {
    fmt::print(stderr, "{}\n", runner.error().message);
    return 3;
  }
  return Check(std::move(*runner), dump).run();
}

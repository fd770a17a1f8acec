#include "engine/summaries/collect.h"

#include <fmt/format.h>

#include <memory>
#include <unordered_set>

#include "engine/base/interrupt.h"
#include "engine/run/runner.h"
#include "engine/strategy/factories.h"
#include "engine/summaries/summarize.h"
#include "engine/trace/words.h"

namespace sleave::summaries {
namespace {

class Collector {
 public:
  Collector(const CollectOptions& options, const std::string& operation, Solving& solving)
      : options_(options), solving_(solving) {
    made_.operation = operation;
  }

  Result<OperationSummaries> collect() {
    Result<std::unique_ptr<Strategy>> strategy =
        make_inputs({.seed = options_.seed, .without = "aliases", .solving = options_.solving});
    if (!strategy) return strategy.error();
    Result<std::unique_ptr<Runner>> runner = make_runner(options_.isolation, options_.target, {});
    if (!runner) return runner.error();
    if (options_.end) (*runner)->end_at(options_.end);
    const std::uint64_t era = solving_.era();
    while (made_.why_not.empty() && solving_.era() == era) {
      std::optional<Plan> plan = (*strategy)->next();
      if (!plan) return finished(**strategy);
      complete(*plan);
      const Result<Trace> trace = (*runner)->run(*plan, Detail::full);
      if (!trace) return trace.error();
      if (interrupted() || is_over()) return ended("the time was over", **strategy);
      ++made_.runs;
      (*strategy)->done(*plan, *trace);
      keep(*trace);
      if (made_.runs >= options_.most_runs) made_.why_not = fmt::format("stopped after {} runs", made_.runs);
    }
    if (solving_.era() != era) {
      made_.paths.clear();  // their expressions are gone
      made_.why_not = "too many expressions";
    }
    return ended(made_.why_not, **strategy);
  }

 private:
  [[nodiscard]] bool is_over() const { return options_.end && std::chrono::steady_clock::now() >= *options_.end; }

  void complete(Plan& plan) const {
    plan.flags |= options_.limits.flags;
    plan.record |= kRecordForSummaries;
    plan.max_events = options_.limits.max_events;
    plan.quiet_events = options_.limits.quiet_events;
    plan.hang_cpu_ms = options_.limits.hang_cpu_ms;
    plan.spin_repeats = options_.limits.spin_repeats;
  }

  void keep(const Trace& trace) {
    is_controlled_ = is_controlled_ && trace.uncontrolled.empty();
    if (trace.outcome() == SLEAVE_OUTCOME_excluded) return;
    const std::optional<expr::Path> path = solving_.path_of(trace, Solving::Wanted::all);
    if (!path) {
      made_.why_not = "expressions of a run are wrong";
      return;
    }
    for (const expr::PathConstraint& each : path->path_constraints) ++made_.constraints[each.site];
    if (!paths_.insert(hash_of(path->path_constraints)).second) return;
    if (trace.outcome() != SLEAVE_OUTCOME_exited) {
      ++made_.failing;
      return;
    }
    std::optional<Summary> summary = summarize(trace, *path, solving_.pool());
    if (!summary) {
      ++made_.too_long;
      return;
    }
    summary->result = outcome_name(trace.header.outcome);
    steps_ += summary->steps.size();
    made_.paths.push_back(std::move(*summary));
    if (steps_ > options_.most_steps) made_.why_not = "too many steps";
  }

  // The strategy has nothing to try any more: all paths were taken, unless it lost track of something.
  OperationSummaries finished(const Strategy& strategy) {
    const std::optional<InputReport> report = strategy.report().inputs;
    if (made_.failing != 0) {
      made_.why_not = fmt::format("{} paths fail in one thread", made_.failing);
    } else if (made_.too_long != 0) {
      made_.why_not = fmt::format("{} paths have too many steps", made_.too_long);
    } else if (report && (report->unsolved != 0 || report->cut_short != 0 || report->wrong != 0)) {
      made_.why_not = "the solver gave up on some branches";
    } else if (report && !report->concretizations.empty()) {
      made_.why_not = "some values of inputs were concretized";
    } else if (!is_controlled_) {
      made_.why_not = "it makes uncontrolled calls";
    }
    made_.complete = made_.why_not.empty();
    return ended(made_.why_not, strategy);
  }

  OperationSummaries ended(const std::string& why, const Strategy& strategy) {
    made_.why_not = why;
    if (const std::optional<InputReport> report = strategy.report().inputs) {
      made_.queries = report->queries.asked;
    }
    return std::move(made_);
  }

  const CollectOptions& options_;
  Solving& solving_;
  OperationSummaries made_;
  std::unordered_set<std::uint64_t> paths_;
  std::uint64_t steps_ = 0;
  bool is_controlled_ = true;
};

}  // namespace

Result<OperationSummaries> collect(const CollectOptions& options, const std::string& operation, Solving& solving) {
  return Collector(options, operation, solving).collect();
}

}  // namespace sleave::summaries

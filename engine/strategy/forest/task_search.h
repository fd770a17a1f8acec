// TaskSearch: a strategy whose search creates tasks and learns from their runs: shared by interference and
// splice. Tasks become plans here, and traces what the search learns from.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "engine/inputs/solving_options.h"
#include "engine/model/choice_set.h"
#include "engine/solve/backends/make_solver.h"
#include "engine/strategy/forest/branch_places.h"
#include "engine/strategy/forest/followed_runs.h"
#include "engine/strategy/forest/run.h"
#include "engine/strategy/strategy.h"

namespace sleave {

template <class Search>
class TaskSearch : public Strategy {
 public:
  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override {
    return {.has_pending_work = search_->has_pending_work(), .has_runs_in_flight = under_way_ != 0, .analysis_cost = 0};
  }

  // What was learned is not kept: a resumed campaign starts over, which only takes longer.
  [[nodiscard]] std::string save() const override { return "{}"; }
  Status load(const std::string& state) override {
    if (nlohmann::json::parse(state, nullptr, false).is_object()) return ok();
    return Error{Tier::usage, "the saved state of the strategy is damaged"};
  }

 protected:
  // `at_a_time`: what the search looks at between looks at the time.
  TaskSearch(const ChoiceSet& choices, std::size_t at_a_time)
      : Strategy({.supports_concurrent_next = false, .chooses_sites = false, .resumes = false}),
        runs_(choices),
        at_a_time_(at_a_time) {}

  Status start(const SolvingOptions& options) {
    Result<std::unique_ptr<solve::Solver>> solver =
        solve::make_solver(runs_.pool(), options.solver, options.query_log, options.query_budget);
    if (!solver) return solver.error();
    solver_ = std::move(*solver);
    search_ = make_search(runs_.pool(), *solver_);
    return ok();
  }

  virtual std::unique_ptr<Search> make_search(expr::Pool& pool, solve::Solver& solver) = 0;
  // The search was asked for a task, and had one or not.
  virtual void asked(bool found) = 0;
  // The run that was learned last failed: in this thread alone, or (SLEAVE_NO_THREAD) in all threads together.
  virtual void failed(std::uint32_t /*thread*/) {}

  [[nodiscard]] bool has_runs_in_flight() const { return under_way_ != 0; }
  [[nodiscard]] bool has_begun() const { return begun_; }
  [[nodiscard]] const Search& search() const { return *search_; }

  // Why something may have been missed, as far as runs show it; in words that follow "but ".
  [[nodiscard]] Gaps gaps_of_runs() const {
    Gaps gaps = runs_.gaps();
    if (!runs_.wrong().empty()) gaps.insert(wrong_trace(runs_.wrong()));
    return gaps;
  }

  // Into a report: how many branches there are, and their outcomes that no run took.
  template <class Report>
  void report_sides(Report& report) const {
    const interference::Sides& sides = search_->sides();
    for (const auto& [side, degree] : sides) {
      const bool other = sides.contains({side.first, !side.second});
      report.branches += side.second || !other ? 1 : 0;
      if (!other) report.missed.push_back({.where = places_.of(side.first), .holds = !side.second});
    }
  }

 private:
  FollowedRuns runs_;
  std::size_t at_a_time_;
  std::unique_ptr<solve::Solver> solver_;
  std::unique_ptr<Search> search_;
  bool begun_ = false;  // the first run, of no task, was given out
  std::uint64_t under_way_ = 0;
  BranchPlaces places_;
};

template <class Search>
std::optional<Plan> TaskSearch<Search>::next() {
  if (!runs_.wrong().empty()) return std::nullopt;
  interference::Task task;
  if (begun_) {
    if (under_way_ != 0 && search_->forest().size() == 0) return std::nullopt;  // nothing is known yet
    std::optional<interference::Task> found = search_->next(at_a_time_);
    asked(found.has_value());
    if (!found) return std::nullopt;
    task = std::move(*found);
  }
  begun_ = true;
  ++under_way_;
  return runs_.plan(search_->forest(), {.events = std::move(task.order),
                                        .thread = task.thread,
                                        .values = std::move(task.values),
                                        .number = task.number});
}

template <class Search>
void TaskSearch<Search>::done(const Plan& plan, const Trace& trace) {
  --under_way_;
  const FollowedRuns::Shown shown = runs_.learn(plan, trace);
  switch (shown.kind) {
    case FollowedRuns::Shown::Kind::late:
      return;
    case FollowedRuns::Shown::Kind::more_memory:
      search_ = make_search(runs_.pool(), *solver_);
      begun_ = false;
      return;
    case FollowedRuns::Shown::Kind::nothing:
      return search_->give_up(shown.number);
    case FollowedRuns::Shown::Kind::run:
      break;
  }
  for (const interference::Run& run : shown.runs) {
    search_->learn(run, &run == &shown.runs.back() ? shown.number : 0);
  }
  if (shown.failed) failed(shown.failed_in);
  places_.learn(trace);
}

}  // namespace sleave

#include "engine/explore/strategies/splice.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace sleave {
namespace {

// Questions to the solver between looks at the time.
constexpr std::size_t kAtATime = 8;

}  // namespace

Result<std::unique_ptr<SpliceStrategy>> SpliceStrategy::start(const StrategyOptions& options) {
  std::unique_ptr<SpliceStrategy> made(new SpliceStrategy(options.choices));
  Result<std::unique_ptr<solve::Solver>> solver = solve::make_solver(
      made->runs_.pool(), options.solving.solver, options.solving.query_log, options.solving.query_budget);
  if (!solver) return solver.error();
  made->solver_ = std::move(*solver);
  made->begin();
  return made;
}

void SpliceStrategy::begin() {
  search_ = std::make_unique<splice::Search>(runs_.pool(), *solver_);
  begun_ = false;
}

std::optional<Plan> SpliceStrategy::next() {
  if (!runs_.wrong().empty()) return std::nullopt;
  interference::Task task;
  if (begun_) {
    if (under_way_ != 0 && search_->forest().size() == 0) return std::nullopt;  // nothing is known yet
    std::optional<interference::Task> found = search_->next(kAtATime);
    finished_ = !found && !search_->is_thinking();
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

void SpliceStrategy::done(const Plan& plan, const Trace& trace) {
  --under_way_;
  const FollowedRuns::Shown shown = runs_.learn(plan, trace);
  switch (shown.kind) {
    case FollowedRuns::Shown::Kind::late:
      return;
    case FollowedRuns::Shown::Kind::more_memory:
      return begin();
    case FollowedRuns::Shown::Kind::nothing:
      return search_->give_up(shown.number);
    case FollowedRuns::Shown::Kind::run:
      break;
  }
  for (const interference::Run& run : shown.runs) {
    search_->learn(run, &run == &shown.runs.back() ? shown.number : 0);
  }
  places_.learn(trace);
}

std::optional<SpliceReport> SpliceStrategy::splice() const {
  SpliceReport report;
  const splice::Counts& counts = search_->counts();
  report.gaps = runs_.gaps();
  if (!runs_.wrong().empty()) report.gaps.insert(runs_.wrong());
  if (counts.unknown != 0) report.gaps.insert("questions were too hard or too large");
  if (search_->alone().unknown() != 0) report.gaps.insert("questions were too hard");
  report.finished = finished_ && under_way_ == 0;
  report.asked = counts.asked;
  report.possible = counts.possible;
  report.unordered = counts.unordered;
  report.came_true = counts.came_true;
  report.strayed = counts.strayed;
  const interference::Search::Sides& sides = search_->sides();
  report.sides = sides.size();
  report.sides_alone = counts.asked == 0 ? sides.size() : counts.sides_alone;
  for (const auto& [side, degree] : sides) {
    const bool other = sides.contains({side.first, !side.second});
    report.branches += side.second || !other ? 1 : 0;
    if (!other) report.missed.push_back({.where = places_.of(side.first), .holds = !side.second});
  }
  return report;
}

// What was learnt is not kept: a campaign that goes on begins anew, and is no worse for it than slower.
std::string SpliceStrategy::save() const { return "{}"; }

Status SpliceStrategy::load(const std::string& state) {
  if (nlohmann::json::parse(state, nullptr, false).is_object()) return ok();
  return Error{Tier::usage, "the saved state of strategy splice is damaged"};
}

}  // namespace sleave

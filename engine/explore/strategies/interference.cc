#include "engine/explore/strategies/interference.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

namespace sleave {
namespace {

constexpr std::size_t kMostInterferences = 16;  // unless a bound was asked for
// Candidates between looks at the time. Most take microseconds, but one may ask the solver.
constexpr std::size_t kAtATime = 64;

Status leave_out(const std::string& words, interference::SearchOptions& options) {
  std::istringstream list(words);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == "cores") {
      options.cores = false;
    } else if (word == "cache") {
      options.cache = false;
    } else if (word == "priorities") {
      options.priorities = false;
    } else {
      return Error{Tier::usage, "--without=" + word + " is none of cores, cache, priorities"};
    }
  }
  return ok();
}

}  // namespace

Result<std::unique_ptr<InterferenceStrategy>> InterferenceStrategy::start(const StrategyOptions& options) {
  const bool bounded = options.bound.kind == graph::Bound::Kind::interferences;
  const std::size_t most = bounded ? options.bound.most : kMostInterferences;
  interference::SearchOptions searched;
  searched.most = most;
  if (const Status understood = leave_out(options.without, searched); !understood) return understood.error();
  std::unique_ptr<InterferenceStrategy> made(new InterferenceStrategy(options.choices, searched));
  Result<std::unique_ptr<solve::Solver>> solver = solve::make_solver(
      made->runs_.pool(), options.solving.solver, options.solving.query_log, options.solving.query_budget);
  if (!solver) return solver.error();
  made->solver_ = std::move(*solver);
  made->begin();
  return made;
}

void InterferenceStrategy::begin() {
  search_ = std::make_unique<interference::Search>(runs_.pool(), *solver_, options_);
  begun_ = false;
  seconds_.clear();
}

std::optional<Plan> InterferenceStrategy::next() {
  if (!runs_.wrong().empty()) return std::nullopt;
  interference::Task task;
  if (begun_) {
    if (under_way_ != 0 && search_->forest().size() == 0) return std::nullopt;  // nothing is known yet
    std::optional<interference::Task> found = search_->next(kAtATime);
    note_levels();
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

void InterferenceStrategy::note_levels() {
  const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - start_;
  const int finished = search_->finished();
  while (static_cast<int>(seconds_.size()) <= finished) seconds_.push_back(so_far.count());
}

void InterferenceStrategy::done(const Plan& plan, const Trace& trace) {
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

std::set<std::string> InterferenceStrategy::gaps() const {
  std::set<std::string> gaps = runs_.gaps();
  if (!runs_.wrong().empty()) gaps.insert(runs_.wrong());
  if (search_->unknown() != 0) gaps.insert("questions were too hard");
  if (search_->cut_short() != 0) gaps.insert("not every value of an address or a size was tried");
  if (search_->strayed() != 0)
    gaps.insert(fmt::format("{} runs did not show what they should have", search_->strayed()));
  return gaps;
}

std::optional<InterferenceReport> InterferenceStrategy::interference() const {
  InterferenceReport report;
  report.gaps = gaps();
  report.finished = under_way_ == 0 && begun_ ? search_->finished() : -1;
  for (const interference::Level& level : search_->levels()) {
    const std::size_t degree = report.levels.size();
    report.levels.push_back({.sides = level.sides,
                             .candidates = level.candidates,
                             .runs = level.realised,
                             .seconds = degree < seconds_.size() ? seconds_[degree] : 0});
  }
  while (report.levels.size() > 1 && report.levels.back().candidates == 0) report.levels.pop_back();
  const interference::Search::Sides& sides = search_->sides();
  for (const auto& [side, degree] : sides) {
    const bool other = sides.contains({side.first, !side.second});
    report.branches += side.second || !other ? 1 : 0;
    if (!other) report.missed.push_back({.where = places_.of(side.first), .holds = !side.second});
  }
  return report;
}

// The forest is not kept: a campaign that goes on begins anew, and is no worse for it than slower.
std::string InterferenceStrategy::save() const { return "{}"; }

Status InterferenceStrategy::load(const std::string& state) {
  if (nlohmann::json::parse(state, nullptr, false).is_object()) return ok();
  return Error{Tier::usage, "the saved state of strategy interference is damaged"};
}

}  // namespace sleave

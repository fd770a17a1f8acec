#include "engine/strategy/interference/interference.h"

#include <algorithm>
#include <sstream>

#include "engine/strategy/factories.h"

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
  if (const Status started = made->TaskSearch::start(options.solving); !started) return started.error();
  return made;
}

InterferenceStrategy::InterferenceStrategy(const ChoiceSet& choices, const interference::SearchOptions& options)
    : TaskSearch(choices, kAtATime), options_(options) {}

std::unique_ptr<interference::Search> InterferenceStrategy::make_search(expr::Pool& pool, solve::Solver& solver) {
  seconds_.clear();
  return std::make_unique<interference::Search>(pool, solver, options_);
}

// Levels that are finished by now.
void InterferenceStrategy::asked(bool /*found*/) {
  const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - start_;
  const int finished = search().finished();
  while (static_cast<int>(seconds_.size()) <= finished) seconds_.push_back(so_far.count());
}

void InterferenceStrategy::failed(std::uint32_t thread) {
  const std::uint64_t needed = thread == SLEAVE_NO_THREAD ? search().needed_by_run() : search().needed_by(thread);
  failed_with_ = std::min(failed_with_.value_or(needed), needed);
}

Gaps InterferenceStrategy::gaps() const {
  Gaps gaps = gaps_of_runs();
  if (search().unknown() != 0) gaps.insert(GapKind::solver_gave_up);
  if (search().cut_short() != 0) gaps.insert(GapKind::values_not_tried);
  if (search().strayed() != 0) gaps.insert({GapKind::strayed_runs, search().strayed()});
  if (search().failed_before() != 0) gaps.insert({GapKind::failed_before_goal, search().failed_before()});
  return gaps;
}

StrategyReport InterferenceStrategy::report() const {
  InterferenceReport report;
  report.gaps = gaps();
  report.finished = !has_runs_in_flight() && has_begun() ? search().finished() : -1;
  report.everything = report.finished == static_cast<int>(options_.most) && !search().goes_beyond();
  report.failed_with = failed_with_;
  for (const interference::Level& level : search().levels()) {
    const std::size_t degree = report.levels.size();
    report.levels.push_back({.sides = level.sides,
                             .candidates = level.candidates,
                             .runs = level.realized,
                             .seconds = degree < seconds_.size() ? seconds_[degree] : 0});
  }
  while (report.levels.size() > 1 && report.levels.back().candidates == 0) report.levels.pop_back();
  report_sides(report);
  return {.inputs = {}, .sections = {section_of(report)}};
}

Result<std::unique_ptr<Strategy>> make_interference(const StrategyOptions& options) {
  Result<std::unique_ptr<InterferenceStrategy>> made = InterferenceStrategy::start(options);
  if (!made) return made.error();
  return std::unique_ptr<Strategy>(std::move(*made));
}

}  // namespace sleave

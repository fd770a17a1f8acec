#include "engine/strategy/splice/splice.h"

#include "engine/strategy/factories.h"

namespace sleave {
namespace {

// Questions to the solver between looks at the time.
constexpr std::size_t kAtATime = 8;

}  // namespace

SpliceStrategy::SpliceStrategy(const ChoiceSet& choices) : TaskSearch(choices, kAtATime) {}

Result<std::unique_ptr<SpliceStrategy>> SpliceStrategy::start(const StrategyOptions& options) {
  std::unique_ptr<SpliceStrategy> made(new SpliceStrategy(options.choices));
  if (const Status started = made->TaskSearch::start(options.solving); !started) return started.error();
  return made;
}

std::unique_ptr<splice::Search> SpliceStrategy::make_search(expr::Pool& pool, solve::Solver& solver) {
  return std::make_unique<splice::Search>(pool, solver);
}

StrategyReport SpliceStrategy::report() const {
  SpliceReport report;
  const splice::Counts& counts = search().counts();
  report.gaps = gaps_of_runs();
  if (counts.unknown != 0) report.gaps.insert(GapKind::solver_gave_up_or_too_large);
  if (search().alone().unknown() != 0) report.gaps.insert(GapKind::solver_gave_up);
  report.finished = finished_ && !has_runs_in_flight();
  report.asked = counts.asked;
  report.possible = counts.possible;
  report.unordered = counts.unordered;
  report.came_true = counts.came_true;
  report.strayed = counts.strayed;
  report.sides = search().sides().size();
  report.sides_alone = counts.asked == 0 ? report.sides : counts.sides_alone;
  report_sides(report);
  return {.inputs = {}, .sections = {section_of(report)}};
}

Result<std::unique_ptr<Strategy>> make_splice(const StrategyOptions& options) {
  Result<std::unique_ptr<SpliceStrategy>> made = SpliceStrategy::start(options);
  if (!made) return made.error();
  return std::unique_ptr<Strategy>(std::move(*made));
}

}  // namespace sleave

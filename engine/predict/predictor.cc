#include "engine/predict/predictor.h"

#include <algorithm>

#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

// Questions about one run: a small part of what a second has room for.
constexpr std::uint64_t kEffort = 100'000;

Key race_key(const sleave_trace_race& race) {
  return key_of(Prediction::Kind::race, {race.earlier.site, race.later.site});
}

}  // namespace

std::vector<Prediction> Predictor::predict(const Trace& trace, const History& history) {
  for (const sleave_trace_race& race : trace.races) known_.insert(race_key(race));
  std::vector<Prediction> found;
  std::uint64_t for_deadlocks = kEffort;
  find_deadlocks({history, known_, for_deadlocks, found});
  std::uint64_t for_races = kEffort;
  find_races({history, known_, for_races, found});
  return found;
}

bool came_true(const Prediction& prediction, const History& history, const Trace& run) {
  if (prediction.kind == Prediction::Kind::deadlock) return run.finding() == SLEAVE_FIND_deadlock;
  const Key key = key_of(history, prediction.kind, prediction.events);
  return std::any_of(run.races.begin(), run.races.end(),
                     [&](const sleave_trace_race& race) { return race_key(race) == key; });
}

}  // namespace sleave::predict

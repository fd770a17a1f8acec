#include "engine/predict/predictor.h"

#include <algorithm>

#include "engine/predict/search.h"

namespace sleave::predict {
namespace {

// Questions about one run, of each sort: about a second's worth. One costs at most in proportion to the run.
std::uint64_t effort_for(const History& history) {
  constexpr std::uint64_t kEffort = 50'000'000;
  return std::clamp<std::uint64_t>(kEffort / (history.size() + 1), 250, 50'000);
}

}  // namespace

std::unordered_set<Key> keys_of(const Trace& trace, const History& history) {
  std::unordered_set<Key> keys;
  for (const sleave_trace_race& race : trace.races) keys.insert(race_key(race.earlier.site, race.later.site));
  note_meetings(history, keys);
  return keys;
}

std::vector<Prediction> Predictor::predict(const History& history, const std::unordered_set<Key>& happened,
                                           bool solve) {
  constexpr std::uint64_t kEventsOfWork = 30;  // that are looked at while Z3 does so much
  known_.insert(happened.begin(), happened.end());
  std::vector<Prediction> found;
  const auto look = [&](const auto& find) {
    const std::uint64_t most = effort_for(history);
    std::uint64_t effort = most;
    find(Search{history, known_, effort, found});
    looked_at_ += (most - effort + 1) * history.size();
  };
  look(find_deadlocks);
  look(find_races);
  if (solve) {
    const std::uint64_t before = solver_.work;
    SolvedOrders orders(history, solver_);
    look([&](const Search& search) { solve_deadlocks(search, orders); });
    look([&](const Search& search) { solve_races(search, orders); });
    looked_at_ += kEventsOfWork * (solver_.work - before);
  }
  look(find_meetings);
  return found;
}

bool came_true(const Prediction& prediction, const Trace& run, const std::unordered_set<Key>& happened) {
  if (prediction.kind == Prediction::Kind::deadlock) return run.finding() == SLEAVE_FIND_deadlock;
  if (is_meeting(prediction.kind) && run.outcome() == SLEAVE_OUTCOME_failed) return true;
  return happened.contains(prediction.key);
}

}  // namespace sleave::predict

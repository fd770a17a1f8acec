#include "engine/predict/predictor.h"

#include <algorithm>
#include <utility>

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

template <typename Find>
void Predictor::look(const History& history, std::unordered_set<Key>& known, std::vector<Prediction>& found,
                     const Find& find) {
  const std::uint64_t most = effort_for(history);
  std::uint64_t effort = most;
  find(Search{history, known, effort, found});
  looked_at_ += (most - effort + 1) * history.size();
}

void Predictor::solve(const History& history, Dependence dependence, std::unordered_set<Key>& known,
                      std::vector<Prediction>& found) {
  constexpr std::uint64_t kEventsOfWork = 30;  // that are looked at while Z3 does so much
  const std::uint64_t before = solver_.work;
  SolvedOrders orders(history, std::move(dependence), solver_);
  look(history, known, found, [&](const Search& search) { solve_deadlocks(search, orders); });
  look(history, known, found, [&](const Search& search) { solve_races(search, orders); });
  looked_at_ += kEventsOfWork * (solver_.work - before);
}

std::vector<Prediction> Predictor::predict(const History& history, const std::unordered_set<Key>& happened,
                                           const std::optional<Dependence>& dependence) {
  known_.insert(happened.begin(), happened.end());
  std::vector<Prediction> found;
  look(history, known_, found, find_deadlocks);
  look(history, known_, found, find_races);
  if (dependence) solve(history, *dependence, known_, found);
  look(history, known_, found, find_meetings);
  return found;
}

bool Predictor::is_worth_following(const History& history) {
  std::unordered_set<Key> known = known_;
  known.insert(followed_.begin(), followed_.end());
  std::vector<Prediction> found;
  const std::uint64_t solved = solver_.found;
  solve(history, nothing_decides(history), known, found);
  solver_.found = solved;  // these are orders of nothing yet
  for (const Prediction& prediction : found) followed_.insert(prediction.key);
  return !found.empty();
}

bool came_true(const Prediction& prediction, const Trace& run, const std::unordered_set<Key>& happened) {
  if (prediction.kind == Prediction::Kind::deadlock) return run.finding() == SLEAVE_FIND_deadlock;
  if (is_meeting(prediction.kind) && run.outcome() == SLEAVE_OUTCOME_failed) return true;
  return happened.contains(prediction.key);
}

}  // namespace sleave::predict

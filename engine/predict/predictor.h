// Predictor: asks for everything that a run predicts, and knows what was predicted or seen before.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "engine/predict/prediction.h"
#include "engine/predict/solved_orders.h"
#include "engine/trace/trace.h"

namespace sleave::predict {

// What a run did, in the keys of predictions. Deadlocks are known by the run's finding.
std::unordered_set<Key> keys_of(const Trace& trace, const History& history);

class Predictor {
 public:
  // `happened` are the keys of the run. `dependence`: solver queries decide what the closure does not find, and may
  // change what nothing depends on.
  std::vector<Prediction> predict(const History& history, const std::unordered_set<Key>& happened,
                                  const std::optional<Dependence>& dependence);

  // Whether the history might predict something if more was known of what depends on what: something that no history
  // was looked at for before. Asks a solver.
  bool is_worth_following(const History& history);

  // What all histories took: events of them that were looked at, again and again.
  [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }
  [[nodiscard]] const SolverCounts& solver() const { return solver_; }

  // Predictions with these keys are not made again.
  [[nodiscard]] const std::unordered_set<Key>& known() const { return known_; }
  void know(Key key) { known_.insert(key); }

 private:
  template <typename Find>
  void look(const History& history, std::unordered_set<Key>& known, std::vector<Prediction>& found, const Find& find);
  void solve(const History& history, Dependence dependence, std::unordered_set<Key>& known,
             std::vector<Prediction>& found);

  std::unordered_set<Key> known_;
  std::unordered_set<Key> followed_;  // for which histories were looked at that say what depends on what
  std::uint64_t looked_at_ = 0;
  SolverCounts solver_;
};

// Whether a run that was planned for it did what was predicted. One that failed on the way to a meeting did.
bool came_true(const Prediction& prediction, const Trace& run, const std::unordered_set<Key>& happened);

}  // namespace sleave::predict

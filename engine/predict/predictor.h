// Predictor: asks for everything that a run predicts, and knows what was predicted or seen before.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/predict/prediction.h"
#include "engine/predict/solved_orders.h"
#include "engine/trace/trace.h"

namespace sleave::predict {

// What a run did, in the keys of predictions. Deadlocks are told by the run's finding.
std::unordered_set<Key> keys_of(const Trace& trace, const History& history);

class Predictor {
 public:
  // `happened` are the keys of the run. `solve`: a solver is asked for what the closure does not find.
  std::vector<Prediction> predict(const History& history, const std::unordered_set<Key>& happened, bool solve);

  // What all histories took: events of them that were looked at, again and again.
  [[nodiscard]] std::uint64_t looked_at() const { return looked_at_; }
  [[nodiscard]] const SolverCounts& solver() const { return solver_; }

  // Predictions with these keys are not made again.
  [[nodiscard]] const std::unordered_set<Key>& known() const { return known_; }
  void know(Key key) { known_.insert(key); }

 private:
  std::unordered_set<Key> known_;
  std::uint64_t looked_at_ = 0;
  SolverCounts solver_;
};

// Whether a run that was planned for it did what was predicted. One that failed on the way to a meeting did.
bool came_true(const Prediction& prediction, const Trace& run, const std::unordered_set<Key>& happened);

}  // namespace sleave::predict

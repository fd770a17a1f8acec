// Predictor: asks for everything that a run predicts, and knows what was predicted or seen before.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "engine/predict/prediction.h"
#include "engine/trace/trace.h"

namespace sleave::predict {

class Predictor {
 public:
  // `history` is that of `trace`. What comes first is the most worth trying.
  std::vector<Prediction> predict(const Trace& trace, const History& history);

  // Predictions with these keys are not made again.
  [[nodiscard]] const std::unordered_set<Key>& known() const { return known_; }
  void know(Key key) { known_.insert(key); }

 private:
  std::unordered_set<Key> known_;
};

// Whether a run that was planned for it did what was predicted; `history` is the one of which the prediction speaks.
bool came_true(const Prediction& prediction, const History& history, const Trace& run);

}  // namespace sleave::predict

// Predictions: failures that observed runs have in them in another order (engine/predict), as plans to be tried.
//
// Runs of any strategy may be observed that decides who runs next at scheduling points as they are (can_observe()).
// A plan for a prediction is that of the observed run, with its inputs and what it records, but for the order. Such
// runs are observed as well. Thread-safe: learn() takes long, and keeps nobody out who only asks for a plan to try,
// except while it predicts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "engine/explore/prediction_report.h"
#include "engine/explore/thread_table.h"
#include "engine/predict/predictor.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Predictions {
 public:
  // `solves`: what nothing simpler predicts is asked of a solver.
  explicit Predictions(bool solves = true);

  static bool can_observe(const Plan& plan);
  // The runs of this plan are to be learnt from.
  static void observe(Plan& plan);
  static bool is_observed(const Plan& plan);

  // What an observed run predicts, and whether it is what was predicted of it. Runs that were not observed say only
  // which races they had.
  void learn(const Plan& plan, const Trace& trace);

  // The most promising one that was not tried; none: there is none.
  std::optional<Plan> next();
  // Whether next() gave it, and finish() was not told of it.
  [[nodiscard]] bool has_given(const Plan& plan) const;
  void finish(const Plan& plan);

  [[nodiscard]] std::size_t open() const;
  // Whether some of those that were given are not finished: they may predict more.
  [[nodiscard]] bool under_way() const;
  [[nodiscard]] PredictionReport report() const;
  // What learning has cost (run_cost.h).
  [[nodiscard]] std::uint64_t thought() const;
  // The threads that runs had, for plans.
  [[nodiscard]] std::vector<sleave_plan_thread> threads() const;

  // Predictions that were not tried are made again. Loading may throw nlohmann's exceptions; false: it is no state.
  [[nodiscard]] nlohmann::json save() const;
  bool load(const nlohmann::json& saved);

 private:
  struct Expected {
    predict::Prediction prediction;  // without its events
    Plan plan;
  };

  void know_races(const Trace& trace);
  void plan(const Plan& observed, const Trace& trace, const predict::History& history,
            std::vector<predict::Prediction> predictions);

  const bool solves_;
  mutable std::mutex mutex_;  // everything below
  predict::Predictor predictor_;
  ThreadTable threads_;
  std::uint64_t given_out_ = 0;
  std::multimap<predict::Prediction::Kind, Expected> open_;  // those of a kind in the order of their making
  std::map<std::uint64_t, Expected> under_way_;              // by tail seed
  PredictionReport report_;
};

}  // namespace sleave

// Predictions: failures in reorderings of observed runs (engine/predict), as plans to be tried.
//
// Runs of any strategy may be observed that chooses threads at the default scheduling points (can_observe()). A plan
// for a prediction is that of the observed run, with its inputs and what it records, but with another order. Such runs
// are observed as well. Where the solver finds nothing as long as every read keeps its value, but might if some reads
// need not, the observed run is made once more to record what depends on which read; its plan is given like one for a
// prediction, after those for races and deadlocks. The first such run shows whether the program is compiled to track
// values. Thread-safe: learn() takes long, but blocks callers that only ask for a plan to try only while it predicts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "engine/model/thread_table.h"
#include "engine/predict/predictor.h"
#include "engine/strategy/predict/prediction_report.h"
#include "engine/strategy/strategy_options.h"
#include "engine/trace/plan.h"
#include "engine/trace/trace.h"

namespace sleave {

class Predictions {
 public:
  // `solver`: a solver is asked for what nothing simpler predicts; `branches`: runs are repeated to learn what depends
  // on reads.
  struct Means {
    bool solver = true;
    bool branches = true;
  };
  explicit Predictions(const Means& means);

  static bool can_observe(const Plan& plan);
  // The runs of this plan are to be learned from.
  static void observe(Plan& plan);
  static bool is_observed(const Plan& plan);

  // Learns what an observed run predicts, and whether it confirms its own prediction. Runs that were not observed only
  // contribute their races.
  void learn(const Plan& plan, const Trace& trace);

  // The most promising one that was not tried; none: there is none.
  std::optional<Plan> next();
  // Whether next() returned it, and finish() was not called with it.
  [[nodiscard]] bool has_given(const Plan& plan) const;
  // Whether it repeats an observed run, whose values are then recorded as expressions over its reads.
  static bool is_again(const Plan& plan);
  void finish(const Plan& plan);

  [[nodiscard]] std::size_t open() const;
  // Whether some of those that were given are not finished: they may predict more.
  [[nodiscard]] bool under_way() const;
  [[nodiscard]] PredictionReport report() const;
  // What learning has cost (run_cost.h).
  [[nodiscard]] std::uint64_t analysis_cost() const;
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
  [[nodiscard]] Plan plan_of(const Plan& observed, const Trace& trace, const predict::History& history,
                             const std::vector<predict::EventId>& order,
                             const std::vector<std::uint32_t>& places) const;
  void follow(const Plan& observed, const Trace& trace, const predict::History& history);
  void plan(const Plan& observed, const Trace& trace, const predict::History& history,
            std::vector<predict::Prediction> predictions);

  const Means means_;
  mutable std::mutex mutex_;  // everything below
  predict::Predictor predictor_;
  ThreadTable threads_;
  std::uint64_t given_out_ = 0;
  std::multimap<predict::Prediction::Kind, Expected> open_;  // those of a kind in the order of their making
  std::map<std::uint64_t, Expected> under_way_;              // by tail seed
  // Runs to be made again, and those that are, with what was recorded the first time.
  struct Again {
    Plan plan;
    std::uint32_t record = 0;
  };
  std::deque<Again> to_follow_;
  std::map<std::uint64_t, std::uint32_t> followed_;
  bool is_followed_ = true;  // as far as is known, the program is compiled for it
  PredictionReport report_;
};

// What --without leaves.
Predictions::Means means_of(const StrategyOptions& options);

}  // namespace sleave

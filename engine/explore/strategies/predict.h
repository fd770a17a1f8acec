// predict: failures that an observed run has in it in another order (engine/predict), each tried by a run of its own.
//
// The first run is observed as it comes, without preemptions. Whatever a run predicts is tried before anything else is
// observed, and those runs are observed too; when nothing is left to try, sampling shows another run. So it never ends.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/explore/prediction_report.h"
#include "engine/explore/strategies/sample.h"
#include "engine/explore/strategy.h"
#include "engine/explore/thread_table.h"
#include "engine/predict/predictor.h"

namespace sleave {

class PredictStrategy final : public Strategy {
 public:
  PredictStrategy(std::uint64_t seed, const ChoiceSet& choices);

  [[nodiscard]] std::string name() const override { return "predict"; }
  std::optional<Plan> next() override;
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] bool chooses_sites() const override { return true; }
  [[nodiscard]] std::optional<PredictionReport> predictions() const override { return report_; }
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  struct Expected {
    predict::Prediction prediction;  // without its events
    Plan plan;
  };

  Plan first_plan() const;
  void look_at_races(const Trace& trace);
  void look_ahead(const Plan& plan, const Trace& trace, const predict::History& history,
                  std::vector<predict::Prediction> predictions);

  SampleStrategy observing_;
  predict::Predictor predictor_;
  ThreadTable threads_;
  std::set<sleave_site> racing_;  // places whose plain accesses are points: those of data races
  bool begun_ = false;
  std::uint64_t given_out_ = 0;
  std::multimap<predict::Prediction::Kind, Expected> open_;  // those of a kind in the order of their making
  std::map<std::uint64_t, Expected> under_way_;              // by tail seed
  PredictionReport report_;
};

}  // namespace sleave

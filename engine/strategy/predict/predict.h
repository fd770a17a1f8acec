// predict: failures in reorderings of observed runs, each confirmed by a run of its own.
//
// The first run is observed without preemptions. The predictions of a run are tried before anything else is observed,
// and those runs are observed too; when nothing is left to try, sampling makes another run. So it never ends. Observed
// runs that are repeated to record more (predictions.h) are runs like others.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "engine/strategy/predict/predictions.h"
#include "engine/strategy/samplers/sample.h"
#include "engine/strategy/strategy.h"

namespace sleave {

class PredictStrategy final : public Strategy {
 public:
  PredictStrategy(std::uint64_t seed, const ChoiceSet& choices, const Predictions::Means& means = {})
      : Strategy({.supports_concurrent_next = false, .chooses_sites = true, .resumes = true}),
        observing_(seed, choices),
        predictions_(means) {}

  std::optional<Plan> next() override;
  void study(const Plan& plan, const Trace& trace) override { predictions_.learn(plan, trace); }
  void done(const Plan& plan, const Trace& trace) override;
  [[nodiscard]] StrategyProgress progress() const override {
    return {.has_pending_work = false, .has_runs_in_flight = false, .analysis_cost = predictions_.analysis_cost()};
  }
  [[nodiscard]] StrategyReport report() const override {
    return {.inputs = {}, .sections = {section_of(predictions_.report())}};
  }
  [[nodiscard]] std::string save() const override;
  Status load(const std::string& state) override;

 private:
  void look_at_races(const Trace& trace);

  SampleStrategy observing_;
  Predictions predictions_;
  std::set<sleave_site> racing_;  // places whose plain accesses are points: those of data races
  bool begun_ = false;
};

}  // namespace sleave

#include "engine/strategy/table/make_strategy.h"

#include <algorithm>

#include "engine/strategy/affect/affect.h"
#include "engine/strategy/auto/auto.h"
#include "engine/strategy/concolic/concolic.h"
#include "engine/strategy/decorators/random_inputs.h"
#include "engine/strategy/dpor/dpor.h"
#include "engine/strategy/flip/flip.h"
#include "engine/strategy/interference/interference.h"
#include "engine/strategy/predict/predict.h"
#include "engine/strategy/predict/predicting.h"
#include "engine/strategy/samplers/feedback.h"
#include "engine/strategy/samplers/pct.h"
#include "engine/strategy/samplers/pos.h"
#include "engine/strategy/samplers/random.h"
#include "engine/strategy/samplers/sample.h"
#include "engine/strategy/samplers/surw.h"
#include "engine/strategy/splice/splice.h"

namespace sleave {

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names{"sample", "random", "pct", "pos", "surw", "feedback"};
  return names;
}

namespace {

// None if inputs are not to be solved.
Result<std::unique_ptr<Solving>> solving_for(const StrategyOptions& options) {
  if (options.inputs != "solve") return std::unique_ptr<Solving>();
  return Solving::start(options.solving);
}

Result<std::unique_ptr<DporStrategy>> make_dpor(const StrategyOptions& options) {
  Result<std::unique_ptr<Solving>> solving = solving_for(options);
  if (!solving) return solving.error();
  return std::make_unique<DporStrategy>(options.choices, options.bound, std::move(*solving), options.most_events);
}

Result<std::unique_ptr<FlipStrategy>> make_flip(const StrategyOptions& options) {
  Result<std::unique_ptr<Solving>> solving = solving_for(options);
  if (!solving) return solving.error();
  return std::make_unique<FlipStrategy>(std::move(*solving));
}

Result<std::unique_ptr<ConcolicStrategy>> make_concolic(ConcolicStrategy::Schedules schedules,
                                                        const StrategyOptions& options) {
  Result<std::unique_ptr<Solving>> solving = Solving::start(options.solving);
  if (!solving) return solving.error();
  return std::make_unique<ConcolicStrategy>(schedules, options.seed, options.choices, std::move(*solving));
}

template <typename T>
Result<std::unique_ptr<Strategy>> plain(Result<std::unique_ptr<T>> made) {
  if (!made) return made.error();
  return std::unique_ptr<Strategy>(std::move(*made));
}

// Inputs are drawn, solved for, or searched exhaustively; or all keep to those that the program has. What finds most
// failures at once, and cheaply, begins; one run of dpor may be followed by a second of solving.
constexpr std::uint64_t kBeforeSolving = 20'000;
constexpr std::uint64_t kRunsBeforeSolving = 100;
constexpr std::uint64_t kBeforeExhausting = 40'000;
// Beside one that solves for inputs, and draws schedules as well, who draws both has done most of what it can by then.
constexpr std::uint64_t kDrawing = 100'000;

Result<std::unique_ptr<Strategy>> make_auto(const StrategyOptions& options) {
  std::vector<AutoStrategy::Member> members;
  std::unique_ptr<Strategy> sampler = std::make_unique<SampleStrategy>(options.seed, options.choices);
  const bool solves = options.inputs == "solve";
  if (solves) sampler = std::make_unique<RandomInputs>(std::move(sampler));
  members.push_back({.strategy = std::move(sampler), .full_share = solves ? kDrawing : AutoStrategy::kAll});
  if (solves) {
    Result<std::unique_ptr<ConcolicStrategy>> joint = make_concolic(ConcolicStrategy::Schedules::sampled, options);
    if (!joint) return joint.error();
    members.push_back({.strategy = std::move(*joint),
                       .handicap = kBeforeSolving,
                       .waits_for_runs = kRunsBeforeSolving,
                       .needs_inputs = true});
  }
  Result<std::unique_ptr<DporStrategy>> exhaustive = make_dpor(options);
  if (!exhaustive) return exhaustive.error();
  members.push_back({.strategy = std::move(*exhaustive), .handicap = kBeforeExhausting});
  return std::unique_ptr<Strategy>(std::make_unique<AutoStrategy>(std::move(members)));
}

// To be left out of predictions.
constexpr const char* kSolver = "solver";
constexpr const char* kBranches = "branches";

Predictions::Means means_of(const StrategyOptions& options) {
  return {.solver = options.without != kSolver, .branches = options.without != kBranches};
}

bool can_be_predicted_from(const std::string& name) {
  const std::vector<std::string>& samplers = strategy_names();
  return name == "auto" || name == "concolic" || name == "inputs" || name == "dpor" || name == "flip" ||
         std::find(samplers.begin(), samplers.end(), name) != samplers.end();
}

bool predicts(const std::string& name, const StrategyOptions& options) {
  return name == "predict" || options.predict == "on" || (options.predict == "auto" && name == "auto");
}

Result<std::unique_ptr<Strategy>> with_predictions(const std::string& name, const StrategyOptions& options,
                                                   Result<std::unique_ptr<Strategy>> made) {
  if (!made) return made;
  if (options.predict != "on" && options.predict != "off" && options.predict != "auto") {
    return Error{Tier::usage, "--predict=" + options.predict + " is none of on, off, auto"};
  }
  if (options.predict == "off" || (options.predict == "auto" && name != "auto")) return made;
  if (!can_be_predicted_from(name)) {
    return Error{Tier::usage, "--predict=on: the runs of strategy " + name + " are not predicted from\nleave it out"};
  }
  return std::unique_ptr<Strategy>(std::make_unique<Predicting>(std::move(*made), means_of(options)));
}

Result<std::unique_ptr<Strategy>> with_random_inputs(const std::string& name, std::unique_ptr<Strategy> sampler) {
  const std::vector<std::string>& samplers = strategy_names();
  if (std::find(samplers.begin(), samplers.end(), name) == samplers.end()) {
    return Error{Tier::usage, "--inputs=random is for strategies that sample\nleave it out, or --strategy"};
  }
  return std::unique_ptr<Strategy>(std::make_unique<RandomInputs>(std::move(sampler)));
}

Error wrong_bound(graph::Bound::Kind kind) {
  if (kind == graph::Bound::Kind::preemptions) {
    return {Tier::usage, "--preemptions is for strategy dpor\nadd --strategy=dpor"};
  }
  return {Tier::usage,
          "--interferences is for strategies dpor and interference\nadd --strategy=dpor, or --strategy=interference"};
}

Result<std::unique_ptr<Strategy>> make_by_name(const std::string& name, const StrategyOptions& options) {
  if (options.inputs != "solve" && options.inputs != "random" && options.inputs != "own") {
    return Error{Tier::usage, "--inputs=" + options.inputs + " is none of solve, random, own"};
  }
  std::unique_ptr<Strategy> made;
  const bool bounds_interferences = options.bound.kind == graph::Bound::Kind::interferences && name == "interference";
  if (options.bound.kind != graph::Bound::Kind::none && name != "dpor" && !bounds_interferences) {
    return wrong_bound(options.bound.kind);
  }
  const bool is_for_predictions = options.without == kSolver || options.without == kBranches;
  if (!options.without.empty() && name != "interference" && !(is_for_predictions && predicts(name, options))) {
    return Error{Tier::usage,
                 "--without=" + options.without +
                     " is for strategy interference, or, if it is solver or branches, for predictions\nadd "
                     "--strategy=interference, or --predict=on"};
  }
  if (name == "random") made = std::make_unique<RandomStrategy>(options.seed, options.choices);
  if (name == "pct") made = std::make_unique<PctStrategy>(options.seed, options.choices, options.depth);
  if (name == "pos") made = std::make_unique<PosStrategy>(options.seed, options.choices);
  if (name == "surw") made = std::make_unique<SurwStrategy>(options.seed, options.choices);
  if (name == "feedback") made = std::make_unique<FeedbackStrategy>(options.seed, options.choices);
  if (name == "sample") made = std::make_unique<SampleStrategy>(options.seed, options.choices);
  if (name == "predict") made = std::make_unique<PredictStrategy>(options.seed, options.choices, means_of(options));
  if (name == "affect") made = std::make_unique<AffectStrategy>(options.choices);
  if (options.inputs == "random") return with_random_inputs(name, std::move(made));
  if (made != nullptr) return made;
  if (name == "auto") return make_auto(options);
  if (name == "interference") return plain(InterferenceStrategy::start(options));
  if (name == "splice") return plain(SpliceStrategy::start(options));
  if (name == "dpor") return plain(make_dpor(options));
  if (name == "flip") return plain(make_flip(options));
  if (name == "concolic") return plain(make_concolic(ConcolicStrategy::Schedules::sampled, options));
  if (name == "inputs") return plain(make_concolic(ConcolicStrategy::Schedules::plain, options));
  std::string known;
  for (const std::string& each : strategy_names()) known += (known.empty() ? "" : ", ") + each;
  return Error{Tier::usage, "--strategy=" + name + " is no strategy\nchoose one of " + known +
                                ", auto, concolic, inputs, predict, flip, dpor, interference, splice, affect"};
}

}  // namespace

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options) {
  return with_predictions(name, options, make_by_name(name, options));
}

}  // namespace sleave

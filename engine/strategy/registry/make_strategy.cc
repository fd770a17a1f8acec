#include "engine/strategy/registry/make_strategy.h"

#include <algorithm>

#include "engine/strategy/decorators/random_inputs.h"
#include "engine/strategy/factories.h"
#include "engine/strategy/predict/predicting.h"

namespace sleave {
namespace {

enum class Kind { SAMPLER, SOLVER, SEARCH };
enum class Observed { PREDICTABLE, NOT_PREDICTABLE };

struct Row {
  std::string name;
  Kind kind;
  Observed observed;
  Result<std::unique_ptr<Strategy>> (*make)(const StrategyOptions& options);
};

const std::vector<Row>& rows() {
  static const std::vector<Row> table{
#define SLEAVE_STRATEGY(name, kind, observed, help) {#name, Kind::kind, Observed::observed, make_##name},
#include "engine/strategy/strategies.def"
#undef SLEAVE_STRATEGY
  };
  return table;
}

const Row* row_of(const std::string& name) {
  const auto row = std::find_if(rows().begin(), rows().end(), [&](const Row& each) { return each.name == name; });
  return row == rows().end() ? nullptr : &*row;
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool predicts(const std::string& name, const StrategyOptions& options) {
  return options.predict == "on" ||
         (options.predict == "auto" && name == "auto" && is_one_of(options.model, {"sc", "auto"}));
}

Error unknown(const std::string& name) {
  std::string known;
  for (const Row& row : rows()) known += (known.empty() ? "" : ", ") + row.name;
  return {Tier::usage, "--strategy=" + name + " is unknown\nuse one of " + known};
}

Status check_bound(const std::string& name, graph::Bound::Kind kind) {
  if (kind == graph::Bound::Kind::preemptions && name != "dpor") {
    return Error{Tier::usage, "--preemptions needs strategy dpor\nadd --strategy=dpor"};
  }
  if (kind == graph::Bound::Kind::interferences && name != "dpor" && name != "interference") {
    return Error{Tier::usage,
                 "--interferences needs strategy dpor or interference\nadd --strategy=dpor or --strategy=interference"};
  }
  return ok();
}

Status check_model(const std::string& name, const StrategyOptions& options) {
  const std::string& model = options.model;
  if (is_one_of(model, {"sc", "auto"})) return ok();
  if (!is_one_of(model, {"c++20", "rc11", "tso"})) {
    return Error{Tier::usage, "--model=" + model + " is unknown\nuse auto, sc, tso, c++20 or rc11"};
  }
  const Row* const row = row_of(name);
  const bool samples = row != nullptr && row->kind == Kind::SAMPLER && model == "c++20";
  if (!is_one_of(name, {"dpor", "auto"}) && !samples) {
    return Error{Tier::usage, "--model=" + model + " needs strategy dpor or auto\nadd --strategy=dpor"};
  }
  if (options.bound.kind == graph::Bound::Kind::none) return ok();
  return Error{Tier::usage,
               "--model=" + model + " does not work with a bound\nleave out --preemptions or --interferences"};
}

Status check_without(const std::string& name, const StrategyOptions& options) {
  if (options.without.empty() || name == "interference") return ok();
  const bool is_for_predictions = is_one_of(options.without, {"solver", "branches"});
  if (is_for_predictions && (name == "predict" || predicts(name, options))) return ok();
  if (options.without == "symmetry") {
    if (is_one_of(name, {"dpor", "auto"})) return ok();
    return Error{Tier::usage, "--without=symmetry needs strategy dpor or auto\nadd --strategy=dpor"};
  }
  if (options.without == "aliases") {
    if (is_one_of(name, {"concolic", "inputs", "auto"})) return ok();
    return Error{Tier::usage, "--without=aliases needs strategy concolic, inputs or auto\nadd --strategy=concolic"};
  }
  return Error{Tier::usage, "--without=" + options.without +
                                " needs strategy interference, or predictions for 'solver' and 'branches'\nadd "
                                "--strategy=interference or --predict=on"};
}

}  // namespace

const std::vector<std::string>& sampler_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Row& row : rows()) {
      if (row.kind == Kind::SAMPLER) list.push_back(row.name);
    }
    return list;
  }();
  return names;
}

bool solves_for_inputs(const std::string& name) {
  const Row* const row = row_of(name);
  return row != nullptr && row->kind == Kind::SOLVER;
}

Status check_options(const std::string& name, const StrategyOptions& options) {
  if (!is_one_of(options.inputs, {"solve", "random", "own"})) {
    return Error{Tier::usage, "--inputs=" + options.inputs + " is unknown\nuse solve, random or own"};
  }
  if (Status fits = check_bound(name, options.bound.kind); !fits) return fits;
  if (Status fits = check_without(name, options); !fits) return fits;
  if (Status fits = check_model(name, options); !fits) return fits;
  const Row* const row = row_of(name);
  if (options.inputs == "random" && (row == nullptr || row->kind != Kind::SAMPLER)) {
    return Error{Tier::usage,
                 "--inputs=random needs a sampling strategy\nleave out --strategy, or use --strategy=sample"};
  }
  if (row == nullptr) return unknown(name);
  if (!is_one_of(options.predict, {"on", "off", "auto"})) {
    return Error{Tier::usage, "--predict=" + options.predict + " is unknown\nuse on, off or auto"};
  }
  if (predicts(name, options) && row->observed != Observed::PREDICTABLE) {
    return Error{Tier::usage,
                 "--predict=on does not work with strategy " + name + "\nleave it out, or use --strategy=auto"};
  }
  return ok();
}

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const StrategyOptions& options) {
  if (Status fits = check_options(name, options); !fits) return fits.error();
  const Row& row = *row_of(name);
  Result<std::unique_ptr<Strategy>> made = row.make(row.kind == Kind::SAMPLER ? sampling_options(options) : options);
  if (!made) return made;
  std::unique_ptr<Strategy> strategy = std::move(*made);
  if (options.inputs == "random") strategy = std::make_unique<RandomInputs>(std::move(strategy));
  if (predicts(name, options)) {
    const auto shown = options.predict == "on" ? Predicting::Shown::to_people : Predicting::Shown::to_tools;
    strategy = std::make_unique<Predicting>(std::move(strategy), means_of(options), shown);
  }
  return strategy;
}

}  // namespace sleave

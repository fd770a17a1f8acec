#include "engine/campaign/campaign_search.h"

#include "engine/campaign/campaign_folder.h"
#include "engine/strategy/decorators/corpus_first.h"
#include "engine/strategy/decorators/planned_first.h"
#include "engine/strategy/registry/make_strategy.h"
#include "engine/strategy/shared/make_shared.h"

namespace sleave {
namespace {

StrategyOptions strategy_options(const CampaignOptions& options, const ChoiceSet& choices) {
  return {.seed = options.seed,
          .depth = options.depth,
          .choices = choices,
          .bound = options.bound,
          .time_outs = options.time_outs,
          .without = options.without,
          .model = options.model,
          .most_events = options.limits.max_events,
          .inputs = options.inputs,
          .solving = options.solving,
          .predict = options.predict};
}

Status check_corpus(const CampaignOptions& options) {
  if (options.corpus.empty() || solves_for_inputs(options.strategy)) return ok();
  return Error{Tier::usage,
               "--corpus needs a strategy that solves for inputs\nuse --strategy=auto, concolic or inputs"};
}

}  // namespace

Status check_search(const CampaignOptions& options) {
  if (options.resume) return CampaignFolder::expect_campaign(options.folder);
  const Result<ChoiceSet> choices = parse_choices(options.choices);
  if (!choices) return choices.error();
  if (Status fits = check_corpus(options); !fits) return fits;
  // Made and dropped: the solver and its log are only known to work when they are opened.
  const Result<std::unique_ptr<Strategy>> made = make_strategy(options.strategy, strategy_options(options, *choices));
  return made ? ok() : made.error();
}

CampaignSearch::CampaignSearch(const CampaignOptions& options)
    : options_(options),
      name_(options.strategy),
      seed_(options.seed),
      depth_(options.depth),
      choices_(options.choices),
      predict_(options.predict),
      inputs_(options.inputs) {}

Status CampaignSearch::resume(const CampaignState& earlier, const CampaignStore::Content& saved) {
  name_ = earlier.strategy;
  seed_ = earlier.seed;
  depth_ = earlier.depth;
  choices_ = earlier.choices;
  predict_ = earlier.predict;
  inputs_ = earlier.inputs;
  if (Status made = make(); !made) return made;
  if (Status loaded = strategy_->load(earlier.strategy_state); !loaded) return loaded;
  return strategy_->work() == nullptr ? ok() : strategy_->work()->load_work(saved.work);
}

Status CampaignSearch::open_corpus() {
  if (options_.corpus.empty()) return ok();
  if (Status fits = check_corpus(options_); !fits) return fits;
  Result<Corpus> corpus = Corpus::open(options_.corpus);
  if (!corpus) return corpus.error();
  corpus_.emplace(std::move(*corpus));
  return ok();
}

Status CampaignSearch::make() {
  const Result<ChoiceSet> choices = parse_choices(choices_);
  if (!choices) return choices.error();
  StrategyOptions wanted = strategy_options(options_, *choices);
  wanted.seed = seed_;
  wanted.depth = depth_;
  wanted.inputs = inputs_;
  wanted.predict = predict_;
  if (corpus_) wanted.given_inputs = corpus_->inputs();
  std::function<CorpusFirst::Inputs()> added;
  if (corpus_ && !options_.for_sharing) added = [this] { return corpus_->added(); };
  const bool has_corpus = corpus_.has_value();
  const auto from_seed = [name = name_, wanted, added,
                          has_corpus](std::uint64_t seed) -> Result<std::unique_ptr<Strategy>> {
    StrategyOptions own = wanted;
    own.seed = seed;
    Result<std::unique_ptr<Strategy>> strategy = make_strategy(name, own);
    if (!strategy || !has_corpus) return strategy;
    return std::unique_ptr<Strategy>(std::make_unique<CorpusFirst>(own.given_inputs, std::move(*strategy), added));
  };
  const SharedOptions shared{.runs = options_.shared_runs, .jobs = options_.jobs};
  Result<std::unique_ptr<Strategy>> strategy =
      options_.for_sharing ? make_shared_strategy(name_, wanted, shared, from_seed) : from_seed(wanted.seed);
  if (!strategy) return strategy.error();
  strategy_ = std::move(*strategy);
  if (!options_.planned.empty()) strategy_ = std::make_unique<PlannedFirst>(options_.planned, std::move(strategy_));
  chooses_sites_ = strategy_->traits().chooses_sites;
  return ok();
}

Status CampaignSearch::keep_input(const Trace& trace) {
  if (!corpus_ || trace.outcome() == SLEAVE_OUTCOME_excluded) return ok();
  return corpus_->keep(trace);
}

void CampaignSearch::report_to(CampaignStatus& status) const {
  status.exhaustion = strategy_->exhaustion();
  status.analysis_cost = strategy_->progress().analysis_cost;
  StrategyReport report = strategy_->report();
  status.inputs = std::move(report.inputs);
  status.sections = std::move(report.sections);
}

void CampaignSearch::save_to(CampaignState& state) const {
  state.strategy = name_;
  state.seed = seed_;
  state.depth = depth_;
  state.choices = choices_;
  state.predict = predict_;
  state.inputs = inputs_;
  state.strategy_state = strategy_->save();
}

}  // namespace sleave

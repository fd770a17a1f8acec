#include "engine/campaign/campaign_search.h"

#include "engine/strategy/decorators/corpus_first.h"
#include "engine/strategy/table/make_strategy.h"

namespace sleave {
namespace {

bool solves_inputs(const std::string& strategy) {
  return strategy == "auto" || strategy == "concolic" || strategy == "inputs";
}

}  // namespace

CampaignSearch::CampaignSearch(const CampaignOptions& options)
    : options_(options),
      name_(options.strategy),
      seed_(options.seed),
      depth_(options.depth),
      choices_(options.choices),
      predict_(options.predict),
      inputs_(options.inputs) {}

Status CampaignSearch::take_up(const CampaignState& earlier, const CampaignStore::Content& saved) {
  name_ = earlier.strategy;
  seed_ = earlier.seed;
  depth_ = earlier.depth;
  choices_ = earlier.choices;
  predict_ = earlier.predict;
  inputs_ = earlier.inputs;
  if (Status made = make(); !made) return made;
  if (Status loaded = strategy_->load(earlier.strategy_state); !loaded) return loaded;
  return strategy_->load_pieces(saved.work);
}

Status CampaignSearch::open_corpus() {
  if (options_.corpus.empty()) return ok();
  if (!options_.strategy_is_given) name_ = "auto";
  if (!solves_inputs(name_)) {
    return Error{Tier::usage,
                 "--corpus is for strategies that solve for inputs\nadd --strategy=auto, or concolic, or inputs"};
  }
  Result<Corpus> corpus = Corpus::open(options_.corpus);
  if (!corpus) return corpus.error();
  corpus_.emplace(std::move(*corpus));
  return ok();
}

Status CampaignSearch::make() {
  const Result<ChoiceSet> choices = parse_choices(choices_);
  if (!choices) return choices.error();
  Result<std::unique_ptr<Strategy>> strategy = make_strategy(name_, {.seed = seed_,
                                                                     .depth = depth_,
                                                                     .choices = *choices,
                                                                     .bound = options_.bound,
                                                                     .without = options_.without,
                                                                     .most_events = options_.limits.max_events,
                                                                     .inputs = inputs_,
                                                                     .solving = options_.solving,
                                                                     .predict = predict_});
  if (!strategy) return strategy.error();
  replaced_ = std::move(strategy_);
  strategy_ = std::move(*strategy);
  if (corpus_ && !corpus_->inputs().empty()) {
    strategy_ = std::make_unique<CorpusFirst>(corpus_->inputs(), std::move(strategy_));
  }
  chooses_sites_ = strategy_->chooses_sites();
  return ok();
}

Result<std::optional<std::string>> CampaignSearch::see_first_run(const Trace& first) {
  const std::optional<std::string> nothing;
  if (options_.strategy_is_given || options_.resume || first.inputs.empty() || inputs_ != "solve") {
    return nothing;
  }
  name_ = "auto";
  if (Status made = make(); !made) return made.error();
  return std::optional<std::string>(
      "the program has inputs: strategy auto (--strategy=sample leaves them as they are)");
}

Status CampaignSearch::keep_input(const Trace& trace) {
  if (!corpus_ || trace.outcome() == SLEAVE_OUTCOME_excluded) return ok();
  return corpus_->keep(trace);
}

void CampaignSearch::report_to(CampaignStatus& status) const {
  status.exhaustion = strategy_->exhaustion();
  status.inputs = strategy_->inputs();
  status.predictions = strategy_->predictions();
  status.thought = strategy_->thought();
  status.interference = strategy_->interference();
  status.splice = strategy_->splice();
  status.affect = strategy_->affect();
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

// What dpor keeps between sessions.
#include <nlohmann/json.hpp>

#include "engine/model/gaps/gap_json.h"
#include "engine/strategy/dpor/dpor.h"
#include "engine/strategy/dpor/facts_json.h"

namespace sleave {

std::string DporStrategy::save() const {
  const std::lock_guard lock(mutex_);
  nlohmann::json state = json_of(knowledge_->facts);
  state.update(nlohmann::json{{"threads", threads_.save()},
                              {"bound_kind", bound_.kind},
                              {"bound_most", bound_.most},
                              {"most_events", most_events_},
                              {"most_time_outs", most_time_outs_},
                              {"symmetry", symmetry_},
                              {"complete_runs", exhaustion_.complete_runs},
                              {"blocked_runs", exhaustion_.blocked_runs},
                              {"deadlocked_classes", exhaustion_.deadlocked_classes},
                              {"failed_runs", exhaustion_.failed_runs},
                              {"class_sum", exhaustion_.class_sum.text()},
                              {"beyond_bound", exhaustion_.beyond_bound},
                              {"bound", exhaustion_.bound},
                              {"estimate", {estimate_.save().runs, estimate_.save().done, estimate_.save().next}},
                              {"estimates", estimate_.save().older},
                              {"gaps", saved_gaps(exhaustion_.gaps)},
                              {"model", model_name_},
                              {"weaker_orders", exhaustion_.has_weaker_orders},
                              {"assumptions", saved_assumptions(exhaustion_.assumptions)}});
  return state.dump();
}

Status DporStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy dpor is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  loaded_ = true;
  try {
    if (!threads_.load(json.at("threads").get<ThreadTable::Saved>())) return damaged;
    bound_.kind = json.at("bound_kind").get<graph::Bound::Kind>();
    bound_.most = json.at("bound_most");
    most_events_ = json.at("most_events");
    most_time_outs_ = json.at("most_time_outs");
    symmetry_ = json.at("symmetry");
    know(facts_from_json(json));
    exhaustion_.complete_runs = json.at("complete_runs");
    exhaustion_.blocked_runs = json.at("blocked_runs");
    exhaustion_.deadlocked_classes = json.at("deadlocked_classes");
    exhaustion_.failed_runs = json.at("failed_runs");
    const std::optional<ClassSum> sum = ClassSum::from_text(json.at("class_sum").get<std::string>());
    if (!sum) return damaged;
    exhaustion_.class_sum = *sum;
    exhaustion_.beyond_bound = json.at("beyond_bound");
    exhaustion_.bound = json.at("bound");
    const nlohmann::json& estimate = json.at("estimate");
    estimate_.load({estimate.at(0), estimate.at(1), estimate.at(2), json.at("estimates")});
    exhaustion_.gaps = gaps_from_json(json.at("gaps"));
    exhaustion_.assumptions = assumptions_from_json(json.at("assumptions"));
    exhaustion_.has_weaker_orders = json.at("weaker_orders");
    set_model(json.at("model"));
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
  return ok();
}

Status DporStrategy::load_work(const std::vector<SavedWork>& pieces) {
  frontier_ = Frontier();
  if (frontier_.load(pieces)) return ok();
  return Error{Tier::usage, "the saved work of strategy dpor is damaged\nstart a new campaign without --resume"};
}

}  // namespace sleave

// What dpor keeps between sessions.
#include <nlohmann/json.hpp>

#include "engine/model/gaps/gap_json.h"
#include "engine/strategy/dpor/dpor.h"

namespace sleave {

std::string DporStrategy::save() const {
  const std::lock_guard lock(mutex_);
  const LearnedFacts& facts = knowledge_->facts;
  return nlohmann::json{{"threads", threads_.save()},
                        {"bound_kind", bound_.kind},
                        {"bound_most", bound_.most},
                        {"most_events", most_events_},
                        {"most_time_outs", most_time_outs_},
                        {"symmetry", symmetry_},
                        {"in_parts", facts.in_parts},
                        {"futexes", facts.futexes},
                        {"bitsets", facts.bitsets},
                        {"racing", facts.racing},
                        {"polled", facts.polled},
                        {"unknown", facts.unknown},
                        {"last_ends", facts.last_ends},
                        {"stored", facts.stored},
                        {"signals", facts.signals},
                        {"canceled", facts.canceled},
                        {"alike", facts.alike},
                        {"apart", facts.apart},
                        {"slots", facts.slots},
                        {"complete_runs", exhaustion_.complete_runs},
                        {"blocked_runs", exhaustion_.blocked_runs},
                        {"deadlocked_classes", exhaustion_.deadlocked_classes},
                        {"failed_runs", exhaustion_.failed_runs},
                        {"beyond_bound", exhaustion_.beyond_bound},
                        {"bound", exhaustion_.bound},
                        {"estimate", {estimate_.save().runs, estimate_.save().done, estimate_.save().next}},
                        {"estimates", estimate_.save().older},
                        {"gaps", saved_gaps(exhaustion_.gaps)},
                        {"assumptions", saved_assumptions(exhaustion_.assumptions)}}
      .dump();
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
    LearnedFacts facts;
    facts.in_parts = json.at("in_parts").get<std::set<std::uint64_t>>();
    facts.futexes = json.at("futexes").get<std::set<std::uint64_t>>();
    facts.bitsets = json.at("bitsets").get<std::set<std::pair<std::uint64_t, std::uint32_t>>>();
    facts.racing = json.at("racing").get<std::set<std::uint64_t>>();
    facts.polled = json.at("polled").get<std::set<std::uint32_t>>();
    facts.unknown = json.at("unknown").get<std::set<std::uint64_t>>();
    facts.last_ends = json.at("last_ends").get<std::set<bool>>();
    facts.stored = json.at("stored").get<std::set<std::uint64_t>>();
    facts.signals = json.at("signals").get<std::set<std::pair<std::uint32_t, std::uint32_t>>>();
    facts.canceled = json.at("canceled").get<std::set<std::uint32_t>>();
    facts.alike = json.at("alike").get<std::map<std::uint32_t, std::uint32_t>>();
    facts.apart = json.at("apart").get<std::set<std::uint32_t>>();
    facts.slots = json.at("slots").get<std::map<std::uint32_t, std::uint32_t>>();
    know(std::move(facts));
    exhaustion_.complete_runs = json.at("complete_runs");
    exhaustion_.blocked_runs = json.at("blocked_runs");
    exhaustion_.deadlocked_classes = json.at("deadlocked_classes");
    exhaustion_.failed_runs = json.at("failed_runs");
    exhaustion_.beyond_bound = json.at("beyond_bound");
    exhaustion_.bound = json.at("bound");
    const nlohmann::json& estimate = json.at("estimate");
    estimate_.load({estimate.at(0), estimate.at(1), estimate.at(2), json.at("estimates")});
    exhaustion_.gaps = gaps_from_json(json.at("gaps"));
    exhaustion_.assumptions = assumptions_from_json(json.at("assumptions"));
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

#include "engine/strategy/dpor/facts_json.h"

#include <nlohmann/json.hpp>

namespace sleave {

nlohmann::json json_of(const LearnedFacts& facts) {
  return {{"in_parts", facts.in_parts},    {"futexes", facts.futexes},
          {"bitsets", facts.bitsets},      {"racing", facts.racing},
          {"polled", facts.polled},        {"unknown", facts.unknown},
          {"last_ends", facts.last_ends},  {"stored", facts.stored},
          {"signals", facts.signals},      {"canceled", facts.canceled},
          {"alike", facts.alike},          {"apart", facts.apart},
          {"slots", facts.slots},          {"shared_files", facts.shared_files},
          {"clock_read", facts.clock_read}};
}

LearnedFacts facts_from_json(const nlohmann::json& json) {
  LearnedFacts facts;
  json.at("in_parts").get_to(facts.in_parts);
  json.at("futexes").get_to(facts.futexes);
  json.at("bitsets").get_to(facts.bitsets);
  json.at("racing").get_to(facts.racing);
  json.at("polled").get_to(facts.polled);
  json.at("unknown").get_to(facts.unknown);
  json.at("last_ends").get_to(facts.last_ends);
  json.at("clock_read").get_to(facts.clock_read);
  json.at("stored").get_to(facts.stored);
  json.at("signals").get_to(facts.signals);
  json.at("canceled").get_to(facts.canceled);
  json.at("alike").get_to(facts.alike);
  json.at("apart").get_to(facts.apart);
  json.at("slots").get_to(facts.slots);
  if (json.contains("shared_files")) json["shared_files"].get_to(facts.shared_files);  // not in older campaigns
  return facts;
}

}  // namespace sleave

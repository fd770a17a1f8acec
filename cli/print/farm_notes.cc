#include "cli/print/farm_notes.h"

#include <nlohmann/json.hpp>
#include <set>

#include "engine/model/gaps/gap_json.h"

namespace sleave {

using nlohmann::json;

FarmNotes farm_notes(const json& notes) {
  json gaps = json::array(), assumptions = json::array();
  FarmNotes words;
  for (const json& note : notes) {
    const std::string kind = note.at(0), text = note.at(1);
    if (kind == "bound") {
      words.bounds.push_back(text);
    } else {
      (kind == "gap" ? gaps : assumptions).push_back(json::parse(text));
    }
  }
  const std::set<std::string> of_gaps = in_words(gaps_from_json(gaps));
  const std::set<std::string> of_assumptions = in_words(assumptions_from_json(assumptions));
  words.gaps.assign(of_gaps.begin(), of_gaps.end());
  words.assumptions.assign(of_assumptions.begin(), of_assumptions.end());
  return words;
}

}  // namespace sleave

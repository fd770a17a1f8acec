#include "engine/model/gaps/gap_json.h"

#include <nlohmann/json.hpp>

namespace sleave {
namespace {

using nlohmann::json;

constexpr const char* kGapNames[] = {
#define SLEAVE_GAP(name, argument, words) #name,
#include "engine/model/gaps/gaps.def"
#undef SLEAVE_GAP
};
constexpr const char* kAssumptionNames[] = {
#define SLEAVE_ASSUMPTION(name, words) #name,
#include "engine/model/gaps/assumptions.def"
#undef SLEAVE_ASSUMPTION
};

// Name -> number: as JSON, whose errors a loader catches anyway.
template <std::size_t count>
json numbers_of(const char* const (&names)[count]) {
  json numbers = json::object();
  for (std::size_t i = 0; i < count; ++i) numbers[names[i]] = i;
  return numbers;
}

template <typename Kind>
Kind kind_named(const json& name, const json& numbers) {
  return static_cast<Kind>(numbers.at(name.get<std::string>()).template get<std::uint8_t>());
}

Gap gap_from_json(const json& saved) {
  static const json numbers = numbers_of(kGapNames);
  Gap gap(kind_named<GapKind>(saved.at(0), numbers), saved.at(1).get<std::uint64_t>(),
          saved.at(2).get<std::uint64_t>());
  gap.text = saved.at(3);
  return gap;
}

}  // namespace

json saved_gaps(const Gaps& gaps) {
  json list = json::array();
  for (const Gap& gap : gaps) {
    list.push_back({kGapNames[static_cast<std::size_t>(gap.kind)], gap.first, gap.second, gap.text});
  }
  return list;
}

json saved_assumptions(const Assumptions& assumptions) {
  json list = json::array();
  for (const Assumption each : assumptions) list.push_back(kAssumptionNames[static_cast<std::size_t>(each)]);
  return list;
}

Gaps gaps_from_json(const json& saved) {
  Gaps gaps;
  for (const json& each : saved) gaps.insert(gap_from_json(each));
  return gaps;
}

Assumptions assumptions_from_json(const json& saved) {
  static const json numbers = numbers_of(kAssumptionNames);
  Assumptions assumptions;
  for (const json& each : saved) assumptions.insert(kind_named<Assumption>(each, numbers));
  return assumptions;
}

}  // namespace sleave

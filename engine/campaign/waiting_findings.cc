#include "engine/campaign/waiting_findings.h"

#include <algorithm>
#include <tuple>

#include "engine/find/race_harm.h"

namespace sleave {

void rank_races(std::vector<WaitingRace>& races, const CampaignStatus& status) {
  const auto rank = [&](const WaitingRace& race) {
    const auto& all = status.findings;
    const auto now = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id == race.place.id; });
    const bool harmless = now == all.end() || now->led_to.empty();
    return std::tuple(harmless, -static_cast<int>(race_harm(race.found)), race.place.id);
  };
  std::sort(races.begin(), races.end(), [&](const WaitingRace& a, const WaitingRace& b) { return rank(a) < rank(b); });
}

}  // namespace sleave

// Findings of a campaign that are not reported yet: they wait to be minimized and explained.
#pragma once

#include <optional>
#include <vector>

#include "engine/campaign/campaign.h"
#include "engine/campaign/failures.h"

namespace sleave {

struct Waiting {
  Failures::Unrefined unrefined;
  FoundFinding place;
};

// A data race, which is reported when the search has ended.
struct WaitingRace {
  Finding found;
  FoundFinding place;
  std::optional<Failures::Unrefined> unrefined;  // none: nobody refines
};

// Those that led to a failure first, then by what they look like, then as they were found.
void rank_races(std::vector<WaitingRace>& races, const CampaignStatus& status);

}  // namespace sleave

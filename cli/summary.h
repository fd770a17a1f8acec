// The JSON of --summary.
#pragma once

#include <string>

#include "engine/explore/campaign.h"

namespace sleave {

std::string summary_json(const CampaignOptions& options, const CampaignResult& result);

}  // namespace sleave

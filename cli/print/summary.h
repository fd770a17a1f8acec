// The JSON of --summary.
#pragma once

#include <string>

#include "engine/campaign/campaign.h"

namespace sleave {

std::string summary_json(const CampaignOptions& options, const CampaignResult& result);

}  // namespace sleave

// What the options of a command say about a campaign.
#pragma once

#include <string>
#include <vector>

#include "cli/options/options.h"
#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/minimize/minimize.h"

namespace sleave {

// `program` and its arguments. `refiner` is used unless --minimize=off.
Result<CampaignOptions> campaign_options(const CommandLine& line, const Options& options,
                                         const std::vector<std::string>& program, Refiner& refiner);

Minimizer minimizer_of(const Options& options);

// Of a command that ran one campaign.
int exit_code(const CampaignResult& result);

}  // namespace sleave

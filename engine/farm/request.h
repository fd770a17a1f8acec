// A campaign as a farm keeps it: the program and every option that has an influence on what the search is.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"

namespace sleave::farm {

// JSON. `program_hash` is of the program's file.
std::string to_json(const CampaignOptions& campaign, const std::string& program_hash);

struct Request {
  CampaignOptions campaign;
  std::string program_hash;
};
Result<Request> request_from_json(const std::string& text);

}  // namespace sleave::farm

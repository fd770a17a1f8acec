// A campaign as a farm keeps it: the program and every option that has an influence on what the search is.
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"
#include "engine/farm/reference.h"

namespace sleave::farm {

struct Request {
  CampaignOptions campaign;
  std::string bundle;        // its name (bundle.h)
  std::string library_path;  // LD_LIBRARY_PATH where it was submitted
  ReferenceRuns reference;   // what every node must reproduce
  bool minimize = false;     // findings are minimized and explained
};

// JSON.
std::string to_json(const Request& wanted);
Result<Request> request_from_json(const std::string& text);

}  // namespace sleave::farm

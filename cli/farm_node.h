// A node of a farm: the process that has the connection to the database, and starts an explorer for each campaign.
#pragma once

#include <chrono>
#include <string>

#include "engine/base/result.h"
#include "engine/farm/explorer/sandbox.h"
#include "engine/farm/farm.h"

namespace sleave {

struct NodeSettings {
  std::string database;
  std::string out;  // folder of all campaigns
  unsigned jobs = 1;
  std::chrono::milliseconds sync{0};
  std::chrono::milliseconds lease{0};
  farm::Sandbox sandbox = farm::Sandbox::automatic;
};

// Works on one campaign until it is over, or this node is.
Status work_on(const NodeSettings& settings, const farm::OpenCampaign& open);

}  // namespace sleave

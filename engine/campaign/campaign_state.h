// What a campaign keeps between sessions, without its classes and its work in pieces.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/campaign/campaign.h"

namespace sleave {

struct CampaignState {
  std::string program;
  std::vector<std::string> arguments;
  std::string build_id;
  std::string strategy;
  std::uint64_t seed = 1;
  std::uint32_t depth = 3;
  std::string choices = "default";
  std::string predict = "auto";
  std::string inputs = "solve";
  std::string strategy_state;
  CampaignStatus status;
};

std::string to_json(const CampaignState& state);
Result<CampaignState> campaign_state_from_json(const std::string& text);

}  // namespace sleave

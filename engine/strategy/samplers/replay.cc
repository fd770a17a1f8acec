#include "engine/strategy/samplers/replay.h"

#include <nlohmann/json.hpp>

namespace sleave {

std::optional<Plan> ReplayStrategy::next() {
  if (left_ == 0) return std::nullopt;
  --left_;
  ++under_way_;
  return plan_;
}

void ReplayStrategy::done(const Plan& /*plan*/, const Trace& /*trace*/) { --under_way_; }

std::string ReplayStrategy::save() const { return nlohmann::json{{"left", left_ + under_way_}}.dump(); }

Status ReplayStrategy::load(const std::string& state) {
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object() || !json.contains("left") || !json["left"].is_number_unsigned()) {
    return Error{Tier::usage, "the saved state of strategy replay is damaged"};
  }
  left_ = json["left"];
  return ok();
}

}  // namespace sleave

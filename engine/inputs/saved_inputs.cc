#include "engine/inputs/saved_inputs.h"

#include <nlohmann/json.hpp>

namespace sleave {

nlohmann::json save_inputs(const std::vector<Plan::Input>& inputs) {
  nlohmann::json list = nlohmann::json::array();
  for (const Plan::Input& input : inputs) {
    nlohmann::json bytes = nlohmann::json::array();
    for (const std::byte byte : input.bytes) bytes.push_back(std::to_integer<unsigned>(byte));
    list.push_back({input.name, std::move(bytes)});
  }
  return list;
}

std::optional<std::vector<Plan::Input>> load_inputs(const nlohmann::json& saved) {
  std::vector<Plan::Input> inputs;
  try {
    for (const auto& entry : saved) {
      Plan::Input input{.name = entry.at(0).get<std::uint64_t>(), .bytes = {}};
      for (const auto& byte : entry.at(1)) input.bytes.push_back(std::byte{byte.get<std::uint8_t>()});
      inputs.push_back(std::move(input));
    }
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
  return inputs;
}

}  // namespace sleave

// The inputs of a plan as bytes: what a work item carries.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/trace/plan.h"

namespace sleave {

std::vector<std::uint8_t> bytes_of_inputs(const std::vector<Plan::Input>& inputs);
// None if they are not what bytes_of_inputs() made: they may come from anywhere.
std::optional<std::vector<Plan::Input>> inputs_from_bytes(std::span<const std::uint8_t> bytes);

}  // namespace sleave

#include "engine/explore/inputs/random_inputs.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/base/rng.h"

namespace sleave {
namespace {

// Values that programs are sensitive to come more often than chance would have it: as much as can be expected of
// somebody who does not look at the program.
std::vector<std::byte> drawn(Rng& rng, std::uint32_t size) {
  enum Kind { kUniform, kSmall, kNegative, kText, kPower, kKinds };
  std::vector<std::byte> bytes(size);
  const auto fill = [&](std::uint64_t word) {
    for (std::uint32_t i = 0; i < size; ++i) bytes[i] = std::byte(i < 8 ? word >> 8 * i & 0xff : word >> 63);
  };
  switch (rng.below(kKinds)) {
    case kSmall:
      fill(rng.below(17));
      break;
    case kNegative:
      fill(0 - rng.below(17));
      break;
    case kPower:
      fill((std::uint64_t{1} << rng.below(std::min<std::uint64_t>(64, 8ull * size))) - rng.below(2));
      break;
    case kText:
      for (std::byte& byte : bytes) byte = std::byte(0x20 + rng.below(0x5f));
      break;
    default:
      for (std::byte& byte : bytes) byte = std::byte(rng.below(256));
  }
  return bytes;
}

}  // namespace

// The plan's own seed decides, so that a run can be made without the runs before it.
void RandomInputs::draw(Plan& plan) const {
  Rng rng(derive_seed(plan.tail_seed, known_.size()));
  for (const Known& input : known_) plan.inputs.push_back({.name = input.name, .bytes = drawn(rng, input.bytes)});
}

std::optional<Plan> RandomInputs::next() {
  std::optional<Plan> plan = sampler_->next();
  if (plan) draw(*plan);
  return plan;
}

std::vector<Plan> RandomInputs::expected(std::size_t most) const {
  std::vector<Plan> plans = sampler_->expected(most);
  for (Plan& plan : plans) draw(plan);
  return plans;
}

void RandomInputs::done(const Plan& plan, const Trace& trace) {
  learn(trace);
  sampler_->done(plan, trace);
}

void RandomInputs::overhear(const Plan& plan, const Trace& trace) {
  learn(trace);
  sampler_->overhear(plan, trace);
}

void RandomInputs::learn(const Trace& trace) {
  for (const sleave_trace_input& asked : trace.inputs) {
    const auto same = [&](const Known& input) { return input.name == asked.name; };
    const auto place = std::find_if(known_.begin(), known_.end(), same);
    if (place == known_.end()) {
      known_.push_back({asked.name, asked.bytes});
    } else {
      place->bytes = std::max(place->bytes, asked.bytes);
    }
  }
}

std::string RandomInputs::save() const {
  nlohmann::json inputs = nlohmann::json::array();
  for (const Known& input : known_) inputs.push_back({input.name, input.bytes});
  return nlohmann::json{{"sampler", nlohmann::json::parse(sampler_->save())}, {"inputs", inputs}}.dump();
}

Status RandomInputs::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy " + name() + " with random inputs is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    for (const auto& input : json.at("inputs")) known_.push_back({input.at(0), input.at(1)});
    return sampler_->load(json.at("sampler").dump());
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
}

}  // namespace sleave

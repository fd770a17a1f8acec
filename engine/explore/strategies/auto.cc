#include "engine/explore/strategies/auto.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sleave {
namespace {

// The first failures of most programs come early, and by sampling.
constexpr std::uint64_t kSampledFirst = 64;
// Then so many runs of each, in turns.
constexpr std::uint64_t kTurn = 32;

}  // namespace

// Only dpor splits waits.
Strategy& AutoStrategy::member_of(const Plan& plan) {
  if ((plan.flags & SLEAVE_PLAN_SPLIT_WAITS) != 0) return *exhaustive_;
  return *sampling_;
}

bool AutoStrategy::is_exhaustives_turn() const {
  return given_out_ >= kSampledFirst && (given_out_ - kSampledFirst) / kTurn % 2 == 0;
}

bool AutoStrategy::is_complete() const { return exhaustive_->exhaustion()->complete(); }

std::optional<Plan> AutoStrategy::next() {
  if (is_complete()) return std::nullopt;
  Strategy* first = sampling_.get();
  Strategy* second = exhaustive_.get();
  if (is_exhaustives_turn()) std::swap(first, second);
  std::optional<Plan> plan = first->next();
  if (!plan) plan = second->next();
  given_out_ += plan ? 1 : 0;
  return plan;
}

std::vector<Plan> AutoStrategy::expected(std::size_t most) const {
  const std::uint64_t begun = given_out_ < kSampledFirst ? given_out_ : (given_out_ - kSampledFirst) % kTurn;
  const std::uint64_t turn = given_out_ < kSampledFirst ? kSampledFirst : kTurn;
  const std::size_t left = std::min<std::size_t>(most, turn - begun);
  return is_exhaustives_turn() ? exhaustive_->expected(left) : sampling_->expected(left);
}

std::optional<Exhaustion> AutoStrategy::exhaustion() const {
  if (!is_complete()) return std::nullopt;
  return exhaustive_->exhaustion();
}

// Of both together only what each says for itself is known: that of the one that is right to the end, or finds more.
std::optional<InputReport> AutoStrategy::inputs() const {
  return is_complete() ? exhaustive_->inputs() : sampling_->inputs();
}

std::string AutoStrategy::save() const {
  return nlohmann::json{{"sampling", nlohmann::json::parse(sampling_->save())},
                        {"exhaustive", nlohmann::json::parse(exhaustive_->save())},
                        {"given_out", given_out_}}
      .dump();
}

Status AutoStrategy::load(const std::string& state) {
  const Error damaged{Tier::usage, "the saved state of strategy auto is damaged"};
  const nlohmann::json json = nlohmann::json::parse(state, nullptr, false);
  if (!json.is_object()) return damaged;
  try {
    given_out_ = json.at("given_out");
    if (Status loaded = sampling_->load(json.at("sampling").dump()); !loaded) return loaded;
    return exhaustive_->load(json.at("exhaustive").dump());
  } catch (const nlohmann::json::exception&) {
    return damaged;
  }
}

}  // namespace sleave

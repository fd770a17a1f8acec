#include "engine/strategy/samplers/sample.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/strategy/factories.h"

namespace sleave {
namespace {

enum class Tail : std::uint8_t { pos, relations, objects, both, falls, random };

// Of the sequences tried, the one under which no program takes much longer than under the best of the members
// (docs/internals/sampling.md). What finds many failures at once comes early.
constexpr std::array kTurns{Tail::pos,     Tail::relations, Tail::falls,  Tail::both, Tail::pos,       Tail::relations,
                            Tail::random,  Tail::falls,     Tail::random, Tail::both, Tail::relations, Tail::pos,
                            Tail::objects, Tail::pos,       Tail::pos,    Tail::falls};

// Where each kind of plan begins (choice_shares.h), by run mod 4: so the first runs are all different.
constexpr std::array<std::uint64_t, 4> kFirst{0, 8, 0, 4};

constexpr std::uint32_t kDepth = 3;  // two falls
constexpr std::uint64_t kRound = 8;  // runs of which all or none record contacts

Tail tail_of(std::uint64_t run) { return kTurns[(ChoiceShares::turn(run) + kFirst[run % 4]) % kTurns.size()]; }

sleave_policy_kind policy_of(Tail tail) {
  switch (tail) {
    case Tail::pos:
      return SLEAVE_POLICY_pos;
    case Tail::objects:
      return SLEAVE_POLICY_surw;
    case Tail::random:
      return SLEAVE_POLICY_random;
    default:
      return SLEAVE_POLICY_feedback;
  }
}

}  // namespace

void SampleStrategy::set_tail(std::uint64_t run, Plan& plan) const {
  const Tail tail = tail_of(run);
  plan.record |= SLEAVE_RECORD_PAIRS;
  if (ObjectWeights::wants(run / kRound)) plan.record |= SLEAVE_RECORD_CONTACTS;
  plan.tail_policy = policy_of(tail);
  if (tail == Tail::relations || tail == Tail::both || tail == Tail::falls) memory_.steer(plan);
  if (tail == Tail::objects || tail == Tail::both) weights_.select(plan);
  if (tail == Tail::falls) {
    plan.tail_depth = kDepth;
    plan.tail_length = longest();
  }
}

void SampleStrategy::learn(const Plan& plan, const Trace& trace, const std::vector<std::uint32_t>& places) {
  weights_.learn(trace, places);
  memory_.learn(plan, trace);
}

nlohmann::json SampleStrategy::save_learned() const {
  return {{"weights", weights_.save()}, {"memory", memory_.save()}};
}

void SampleStrategy::load_learned(const nlohmann::json& saved) {
  weights_.load(saved.at("weights"));
  memory_.load(saved.at("memory"));
}

Result<std::unique_ptr<Strategy>> make_sample(const StrategyOptions& options) {
  return std::unique_ptr<Strategy>(std::make_unique<SampleStrategy>(options.seed, options.choices));
}

}  // namespace sleave

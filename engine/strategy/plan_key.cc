#include "engine/strategy/plan_key.h"

#include "engine/base/rng.h"

namespace sleave {

std::uint64_t plan_key(const Plan& plan) {
  std::uint64_t key = derive_seed(plan.tail_seed, plan.id);
  for (const Plan::Input& input : plan.inputs) {
    key = mix64(key ^ input.name);
    for (const std::byte byte : input.bytes) key = mix64(key ^ std::to_integer<std::uint64_t>(byte));
  }
  return key;
}

}  // namespace sleave

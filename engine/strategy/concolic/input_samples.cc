#include "engine/strategy/concolic/input_samples.h"

#include "engine/base/rng.h"

namespace sleave {

std::uint64_t InputSamples::hash_of(const Inputs& inputs) {
  std::uint64_t hash = 0;
  for (const Plan::Input& input : inputs) {
    hash = mix64(hash ^ input.name);
    for (const std::byte byte : input.bytes) hash = mix64(hash ^ std::to_integer<std::uint64_t>(byte));
    hash = mix64(hash ^ input.bytes.size());
  }
  return hash;
}

}  // namespace sleave

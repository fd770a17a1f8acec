#include "engine/inputs/known_inputs.h"

#include <algorithm>

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

void KnownInputs::draw(Plan& plan) const {
  Rng rng(derive_seed(plan.tail_seed, known_.size()));
  for (const auto& [name, bytes] : known_) plan.inputs.push_back({.name = name, .bytes = drawn(rng, bytes)});
}

bool KnownInputs::knows(std::uint64_t name) const {
  return std::any_of(known_.begin(), known_.end(), [&](const auto& input) { return input.first == name; });
}

void KnownInputs::learn(const Trace& trace) {
  for (const sleave_trace_input& asked : trace.inputs) {
    const auto same = [&](const auto& input) { return input.first == asked.name; };
    const auto place = std::find_if(known_.begin(), known_.end(), same);
    if (place == known_.end()) {
      known_.emplace_back(asked.name, asked.bytes);
    } else {
      place->second = std::max(place->second, asked.bytes);
    }
  }
}

}  // namespace sleave

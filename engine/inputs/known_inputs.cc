#include "engine/inputs/known_inputs.h"

#include <algorithm>

#include "abi/inputs/shape_link.h"
#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr std::uint32_t kLink = 1u << 31;  // larger than any input
constexpr std::uint32_t kMostAliases = 3;  // of a link at the depth limit, which does not say how many nodes there are

// More new nodes than null, so that there is something to see, and fewer nodes that exist already.
std::byte drawn_link(Rng& rng, std::uint32_t base) {
  const std::uint32_t own = SLEAVE_LINK_OWN(base);
  const std::uint32_t others = own != 0 ? own - 1 : kMostAliases;
  const bool aliases = (base & SLEAVE_LINK_ALIASES) != 0 && others != 0;
  const std::uint32_t first = own != 0 ? SLEAVE_LINK_NEW + 1 : 1;
  const std::uint64_t kind = rng.below(aliases ? 10 : 8);
  std::uint64_t code = kind < 3 || own == 0 ? SLEAVE_LINK_NULL : SLEAVE_LINK_NEW;
  if (kind >= 8) code = first + rng.below(others);
  if ((base & SLEAVE_LINK_NOT_NULL) != 0 && code != 0) --code;
  return std::byte(code);
}

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
  for (const auto& [name, size] : known_) {
    plan.inputs.push_back({.name = name, .bytes = {}});
    std::vector<std::byte>& bytes = plan.inputs.back().bytes;
    if ((size & kLink) != 0) {
      bytes.push_back(drawn_link(rng, size));
    } else if (size != 1 || !draw_in_range(rng, name, bytes)) {
      bytes = drawn(rng, size);
    }
  }
}

bool KnownInputs::draw_in_range(Rng& rng, std::uint64_t name, std::vector<std::byte>& bytes) const {
  constexpr std::uint8_t kMostInRange = 127;  // more is any byte
  constexpr std::uint64_t kOneMore = 256;     // that often the range may be larger than known, or none
  const auto known = largest_.find(name);
  const std::uint8_t largest = known == largest_.end() ? 0 : known->second;  // a plan that leaves it out gives it zero
  if (!excludes_ || largest > kMostInRange || rng.below(kOneMore) == 0) return false;
  const std::uint64_t values = std::uint64_t{largest} + 1 + (rng.below(kOneMore) == 0 ? 1 : 0);
  bytes.push_back(std::byte(rng.below(values)));
  return true;
}

void KnownInputs::learn_values(const std::vector<Plan::Input>& inputs, bool excluded) {
  excludes_ = excludes_ || excluded;
  if (excluded) return;
  for (const Plan::Input& input : inputs) {
    if (input.bytes.size() != 1) continue;
    std::uint8_t& largest = largest_[input.name];
    largest = std::max(largest, std::to_integer<std::uint8_t>(input.bytes[0]));
  }
}

bool KnownInputs::knows(std::uint64_t name) const {
  return std::any_of(known_.begin(), known_.end(), [&](const auto& input) { return input.first == name; });
}

void KnownInputs::learn(const Trace& trace) {
  for (const sleave_trace_input& asked : trace.inputs) {
    const auto same = [&](const auto& input) { return input.first == asked.name; };
    const auto place = std::find_if(known_.begin(), known_.end(), same);
    const auto base = static_cast<std::uint64_t>(asked.base);
    const bool is_link = asked.bytes == 1 && base >> 48 == SLEAVE_LINK_MARK;
    const std::uint32_t size = is_link ? kLink | (static_cast<std::uint32_t>(base) & ~kLink) : asked.bytes;
    if (place == known_.end()) {
      known_.emplace_back(asked.name, size);
    } else {
      place->second = std::max(place->second, size);
    }
  }
}

}  // namespace sleave

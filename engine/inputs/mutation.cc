#include "engine/inputs/mutation.h"

#include "engine/base/rng.h"

namespace sleave {
namespace {

constexpr std::uint64_t kMostSteps = 16;  // up and down from what a byte was
constexpr std::uint64_t kMostAgain = 3;   // one change in that many is followed by another

std::byte changed(std::byte byte, Rng& rng) {
  enum Kind { kBit, kAny, kUp, kDown, kExtreme, kKinds };
  constexpr std::byte kExtremes[] = {std::byte{0}, std::byte{0x7f}, std::byte{0x80}, std::byte{0xff}};
  const auto value = std::to_integer<std::uint64_t>(byte);
  switch (rng.below(kKinds)) {
    case kBit:
      return byte ^ std::byte(1u << rng.below(8));
    case kUp:
      return std::byte(value + 1 + rng.below(kMostSteps) & 0xff);
    case kDown:
      return std::byte(value - 1 - rng.below(kMostSteps) & 0xff);
    case kExtreme:
      return kExtremes[rng.below(std::size(kExtremes))];
    default:
      return std::byte(rng.below(256));
  }
}

// The byte at that place, if the inputs' bytes stood one behind the other.
std::byte& byte_at(InputValues& inputs, std::uint64_t place) {
  auto input = inputs.begin();
  for (; place >= input->bytes.size(); ++input) place -= input->bytes.size();
  return input->bytes[place];
}

}  // namespace

void mutate(InputValues& inputs, std::uint64_t seed) {
  std::uint64_t bytes = 0;
  for (const Plan::Input& input : inputs) bytes += input.bytes.size();
  if (bytes == 0) return;
  Rng rng(seed);
  do {
    std::byte& byte = byte_at(inputs, rng.below(bytes));
    byte = changed(byte, rng);
  } while (rng.below(kMostAgain) == 0);
}

}  // namespace sleave

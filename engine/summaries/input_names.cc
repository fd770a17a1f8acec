#include "engine/summaries/input_names.h"

namespace sleave::summaries {
namespace {

constexpr std::uint64_t kPrime = 0x100000001b3;

// kPrime * x = 1 modulo 2^64: each step of Newton's method doubles the bits that are right, 3 at first.
constexpr std::uint64_t inverse(std::uint64_t prime) {
  std::uint64_t x = prime;
  for (int bits = 3; bits < 64; bits *= 2) x *= 2 - prime * x;
  return x;
}
constexpr std::uint64_t kInverse = inverse(kPrime);
static_assert(kPrime * kInverse == 1);

std::uint64_t byte_of(std::uint32_t number, int i) { return number >> 8 * i & 0xff; }

std::uint64_t add(std::uint64_t hash, std::uint32_t number) {
  for (int i = 0; i < 4; ++i) hash = (hash ^ byte_of(number, i)) * kPrime;
  return hash;
}

std::uint64_t take_back(std::uint64_t hash, std::uint32_t number) {
  for (int i = 3; i >= 0; --i) hash = hash * kInverse ^ byte_of(number, i);
  return hash;
}

}  // namespace

std::uint64_t name_in_thread(std::uint64_t name, std::uint32_t child, std::uint32_t ordinal, std::uint32_t other) {
  const std::uint64_t text = take_back(take_back(name, ordinal), child);
  return add(add(text, other), ordinal);
}

}  // namespace sleave::summaries

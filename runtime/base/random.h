// Hashing and random numbers. The sequences are part of what a plan means: a changed constant changes every recorded
// sampling run, so they stay.
#pragma once

#include <cstdint>

namespace sleave::rt {

// A bijection that spreads every input bit over the whole word (the finalizer of splitmix64, Steele et al. 2014).
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  x ^= x >> 31;
  return x;
}

constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) { return mix(a + 0x9e3779b97f4a7c15ull + mix(b)); }

// Two words into one, for hashes of what happened, which no plan depends on: both halves of a product (as in Wang Yi's
// wyhash), a fraction of what mix() takes. Each word is first combined with a constant, so that small numbers are not
// small factors.
constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const auto product = static_cast<unsigned __int128>(a ^ 0xa0761d6478bd642full) *
                       static_cast<unsigned __int128>(b ^ 0xe7037ed1a0b428dbull);
  return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

class Random {
 public:
  void seed(std::uint64_t seed) { state_ = seed; }

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ull;
    return mix(state_);
  }

  // Uniform in [0, bound), bound > 0. The high half of a product: bias below 2^-32 for the small bounds used here.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace sleave::rt

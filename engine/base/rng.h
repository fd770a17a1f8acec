// Random numbers whose sequences are part of what a seed means: they never change between versions or machines.
//
// splitmix64 (Steele, Lea, Flood 2014) turns any 64-bit number into a well-mixed one; it derives independent seeds from
// (campaign seed, run index) without keeping state, so that run n can be made without making the runs before it.
#pragma once

#include <cstdint>

namespace sleave {

constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// The seed of item `index` in the stream named by `seed`.
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t index) { return mix64(mix64(seed) ^ index); }

// A sequence of random numbers.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    const std::uint64_t value = mix64(state_);
    state_ += 0x9e3779b97f4a7c15ull;
    return value;
  }

  // A number below `bound`, which is at least 1. The bias is below bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound) {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::uint64_t>((wide{next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace sleave

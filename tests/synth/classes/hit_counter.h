// Counts hits and misses, and shows both as of one moment.
//
// Wrong: snapshot() reads the two counters one after the other; what it shows never was.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

class HitCounter {
 public:
#ifdef REPAIRED
  void hit() { ++both_; }
  void miss() { both_ += kMiss; }

  std::pair<std::uint32_t, std::uint32_t> snapshot() const {
    const std::uint64_t both = both_;
    return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(both / kMiss)};
  }
#else
  void hit() { ++hits_; }
  void miss() { ++misses_; }

  std::pair<std::uint32_t, std::uint32_t> snapshot() const {
    const std::uint32_t hits = hits_;
    return {hits, misses_};
  }
#endif

 private:
#ifdef REPAIRED
  static constexpr std::uint64_t kMiss = std::uint64_t{1} << 32;
  std::atomic<std::uint64_t> both_{0};  // hits in the lower half
#else
  std::atomic<std::uint32_t> hits_{0};
  std::atomic<std::uint32_t> misses_{0};
#endif
};

// What C11Tester and CDSChecker are measured with, in our own words: the same threads and operations, and the same
// mistakes in memory orders. What a structure protects is plain, so the mistake is a data race. -DREPAIRED has none.
#pragma once

#include <sched.h>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;
constexpr auto acq_rel = std::memory_order_acq_rel;
constexpr auto seq_cst = std::memory_order_seq_cst;

// The order that an operation should have.
constexpr std::memory_order broken([[maybe_unused]] std::memory_order order) {
#ifdef REPAIRED
  return order;
#else
  return relaxed;
#endif
}

inline thread_local volatile long seen;  // so that no read is left out

template <typename T>
class Plain {
 public:
  T read() const {
    seen = static_cast<long>(value_);
    return value_;
  }
  void write(T value) { value_ = value; }

 private:
  T value_{};
};

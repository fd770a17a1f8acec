// A loop of one thread that runs LOOPS times over an array, for the cost of instrumentation where no thread is ever
// switched. KIND: what it does there. BESIDE: in a thread for which main waits, so that races are looked for; else in
// main, before any other thread exists.
#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>

#include "measured_body.h"

namespace {

constexpr int kLength = 1024;

// Loops are kept as they are written, in all three: as vectors they would make other accesses, fewer in one than in
// another.

struct Arrays {
  std::uint32_t a[kLength];
  std::uint32_t b[kLength];
  std::atomic<std::uint32_t> counter;
};

// Two loads and a store for each element.
[[maybe_unused]] void accesses(Arrays& arrays) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < kLength; ++i) arrays.a[i] += arrays.b[i];
}

// A load and two branches that depend on it for each element, a store for some.
[[maybe_unused]] void branches(Arrays& arrays) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < kLength; ++i) {
    const std::uint32_t value = arrays.a[i];
    if ((value & 1) != 0) {
      arrays.a[i] = value * 3 + 1;
    } else if ((value & 2) != 0) {
      arrays.b[i] = value >> 1;
    }
  }
}

[[maybe_unused]] void atomics(Arrays& arrays) {
  for (int i = 0; i < kLength / 2; ++i) {
    arrays.counter.fetch_add(arrays.counter.load(std::memory_order_acquire) | 1, std::memory_order_acq_rel);
  }
}

// As much code is: 16 elements of accesses and branches for each atomic operation.
[[maybe_unused]] void mixed(Arrays& arrays) {
#pragma clang loop vectorize(disable) unroll(disable)
  for (int i = 0; i < kLength; ++i) {
    if ((arrays.a[i] & 4) != 0) arrays.a[i] += arrays.b[i];
    if (i % 16 == 0) arrays.counter.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace

void measured_body() {
  const auto arrays = std::make_unique<Arrays>();
  for (int i = 0; i < kLength; ++i) arrays->a[i] = arrays->b[i] = static_cast<std::uint32_t>(i) * 2654435761u >> 8;
  const auto loop = [&arrays] {
    for (int i = 0; i < LOOPS; ++i) KIND(*arrays);
  };
#ifdef BESIDE
  std::thread(loop).join();
#else
  loop();
#endif
}

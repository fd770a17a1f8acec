// inc(K): three threads, each K times an atomic load and then a store of one counter. Other tools publish rates for it:
// GenMC runs 50,000 of its executions a second, Relacy 600,000.
#include <atomic>
#include <thread>

#include "measured_body.h"

#ifndef K
#define K 2
#endif

void measured_body() {
  std::atomic<int> counter{0};
  const auto increment = [&counter] {
    for (int i = 0; i < K; ++i) {
      const int seen = counter.load();
      counter.store(seen + 1);
    }
  };
  std::thread first(increment);
  std::thread second(increment);
  std::thread third(increment);
  first.join();
  second.join();
  third.join();
}

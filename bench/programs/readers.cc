// readers(N): N threads load what one stores: 2^N classes of executions.
#include <atomic>
#include <thread>
#include <vector>

#include "measured_body.h"

#ifndef N
#define N 14
#endif

void measured_body() {
  std::atomic<int> value{0};
  std::vector<std::thread> threads;
  threads.emplace_back([&value] { value.store(42); });
  for (int i = 0; i < N; ++i) threads.emplace_back([&value] { value.load(); });
  for (std::thread& thread : threads) thread.join();
}

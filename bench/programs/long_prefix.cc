// PREFIX events of main alone, then two threads whose order matters.
#include <atomic>
#include <thread>

#include "measured_body.h"

void measured_body() {
  std::atomic<int> counter{0};
  for (int event = 0; event < PREFIX; ++event) counter.fetch_add(1);
  std::thread first([&counter] { counter.store(counter.load() + 1); });
  std::thread second([&counter] { counter.store(counter.load() + 1); });
  first.join();
  second.join();
}

// WORKERS threads share EVENTS atomic updates while main waits for them. Two builds that differ only in EVENTS differ
// in cost by that many events; with one worker no event is a hand-off, with two and a random schedule every second one
// is.
#include <atomic>
#include <thread>
#include <vector>

#include "measured_body.h"

void measured_body() {
  std::atomic<int> counter{0};
  std::vector<std::thread> workers;
  for (int i = 0; i < WORKERS; ++i) {
    workers.emplace_back([&counter] {
      for (int event = 0; event < EVENTS / WORKERS; ++event) counter.fetch_add(1);
    });
  }
  for (std::thread& worker : workers) worker.join();
}

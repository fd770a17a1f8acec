// PACKAGE: libcds-dev
// LINK: -lcds
// cds::container::VyukovMPMCCycleQueue: who takes an element sees what its producer did before, and who fills a cell
// again what its last consumer did.
#include <cds/container/vyukov_mpmc_cycle_queue.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  cds::container::VyukovMPMCCycleQueue<int> queue(2);
  std::atomic<bool> ready[3] = {};
  std::atomic<bool> taken[2] = {};
  std::thread producer([&] {
    for (int i = 0; i < 3; ++i) {
      ready[i].store(true, std::memory_order_relaxed);
      if (queue.enqueue(i) && i == 2) assert(taken[0].load(std::memory_order_relaxed));
    }
  });
  std::thread consumer([&] {
    for (int i = 0; i < 2; ++i) {
      queue.dequeue_with([&](int& element) {
        assert(ready[element].load(std::memory_order_relaxed));
        taken[element].store(true, std::memory_order_relaxed);
      });
    }
  });
  producer.join();
  consumer.join();
}

// BUG: After the configured number of failed attempts the counter is stored without a comparison, and what came between is lost.
// EXPECT: assertion
// INPUT: attempts 8 bits; 0 means no limit
// WHEN: 1 <= attempts <= 2 (the other thread writes twice)
// RARE: 1 in 128
// NEEDS: 3 interferences, 3 preemptions, 3 threads
// WITNESS: attempts=2
// NEAR: attempts=3
#include <sleave/sleave.hpp>

#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

namespace {

std::atomic<int> counter{0};

void add(int amount, unsigned attempts) {
  for (unsigned i = 1;; ++i) {
    int seen = counter.load();
    if (counter.compare_exchange_strong(seen, seen + amount)) return;
    if (i == attempts) break;
  }
  counter.store(counter.load() + amount);
}

}  // namespace

int main() {
  const auto attempts = sleave::any<std::uint8_t>("attempts");
  std::thread slow([=] { add(10, attempts); });
  std::thread fast([] {
    counter.fetch_add(1);
    counter.fetch_add(1);
    counter.fetch_add(1);
  });
  slow.join();
  fast.join();
  assert(counter.load() == 13);
}

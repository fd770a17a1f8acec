// REPAIRED: There is no end to the attempts.
// INPUT: attempts 8 bits; 0 means no limit
// WITNESS: attempts=2
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
    if (i == attempts) std::this_thread::yield();
  }
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

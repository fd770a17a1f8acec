// REPAIRED: Only the first instance is installed; the loser deletes its own and takes the winner's.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Cache {
  std::atomic<int> entries{0};
};

std::atomic<Cache*> instance{nullptr};

Cache& cache() {
  Cache* existing = instance.load();
  if (existing != nullptr) return *existing;
  auto* created = new Cache;
  if (instance.compare_exchange_strong(existing, created)) return *created;
  delete created;
  return *existing;
}

}  // namespace

int main() {
  std::thread first([] { cache().entries.fetch_add(1); });
  std::thread second([] { cache().entries.fetch_add(1); });
  first.join();
  second.join();
  assert(cache().entries.load() == 2);
  delete instance.load();
}

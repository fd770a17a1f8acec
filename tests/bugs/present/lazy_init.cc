// BUG: Two threads create the shared instance; one overwrites the other's, and they work on different objects.
// EXPECT: assertion
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
  instance.store(created);
  return *created;
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

// A hash map whose buckets share eight locks ("stripes"). Eight threads count words in it, 20,000 operations each.
// `increment` reads the count under the lock of the stripe and stores the new one under the lock again: an increment of
// another thread in between is lost.
#include <array>
#include <cassert>
#include <cstddef>
#include <forward_list>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

template <typename Key, typename Value, std::size_t Stripes = 8, std::size_t Buckets = 64>
class StripedMap {
 public:
  Value get(const Key& key) {
    const std::lock_guard lock(stripe(key));
    return find(key);
  }

  void put(const Key& key, Value value) {
    const std::lock_guard lock(stripe(key));
    find(key) = value;
  }

  void increment(const Key& key) {
    const Value before = get(key);
    put(key, before + 1);
  }

 private:
  std::size_t bucket(const Key& key) const { return std::hash<Key>()(key) % Buckets; }
  std::mutex& stripe(const Key& key) { return locks_[bucket(key) % Stripes]; }

  Value& find(const Key& key) {
    std::forward_list<std::pair<Key, Value>>& entries = buckets_[bucket(key)];
    for (std::pair<Key, Value>& entry : entries) {
      if (entry.first == key) return entry.second;
    }
    return entries.emplace_front(key, Value()).second;
  }

  std::array<std::mutex, Stripes> locks_;
  std::array<std::forward_list<std::pair<Key, Value>>, Buckets> buckets_;
};

namespace {

constexpr int kThreads = 8;
constexpr int kOperations = 20'000;
constexpr int kKeys = 200;

StripedMap<int, int> counts;

void count(int thread) {
  unsigned state = 12345U + static_cast<unsigned>(thread);
  for (int i = 0; i < kOperations; ++i) {
    state = state * 1103515245U + 12345U;
    const int key = static_cast<int>((state >> 16) % kKeys);
    if (i % 10 == 0) {
      counts.increment(key);
    } else {
      counts.get(key);
    }
  }
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(count, i);
  for (std::thread& thread : threads) thread.join();
  int total = 0;
  for (int key = 0; key < kKeys; ++key) total += counts.get(key);
  assert(total == kThreads * kOperations / 10 && "no increment is lost");
}

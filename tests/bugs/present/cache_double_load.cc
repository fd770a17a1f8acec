// BUG: Two requests miss the cache at the same time and both load the entry, which must be loaded once.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace {

std::mutex lock;
std::condition_variable loaded;
std::map<int, int> cache;
std::atomic<int> loads{0};

int load_from_disk(int key) {
  const int before = loads.fetch_add(1);
  assert(before == 0);
  return key * 10;
}

int get(int key) {
  std::unique_lock guard(lock);
  if (const auto found = cache.find(key); found != cache.end()) return found->second;
  guard.unlock();
  const int value = load_from_disk(key);
  guard.lock();
  cache[key] = value;
  loaded.notify_all();
  return value;
}

}  // namespace

int main() {
  std::thread a([] { get(7); });
  std::thread b([] { get(7); });
  a.join();
  b.join();
}

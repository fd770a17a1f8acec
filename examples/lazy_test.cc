// A spin lock protects the creation of a shared object. Two threads, one object, and now and then a second one.
//
//     sleave-c++ -g -O1 lazy_test.cc -o lazy_test
//     sleave run ./lazy_test
#include <atomic>
#include <cassert>
#include <thread>

class SpinLock {
 public:
  void lock() {
    while (locked_.load(std::memory_order_acquire)) std::this_thread::yield();
    locked_.store(true, std::memory_order_relaxed);
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> locked_{false};
};

struct Catalogue {
  Catalogue() { created.fetch_add(1); }
  static inline std::atomic<int> created{0};
};

SpinLock creation;
std::atomic<Catalogue*> instance{nullptr};

Catalogue& catalogue() {
  if (Catalogue* existing = instance.load()) return *existing;
  creation.lock();
  if (instance.load() == nullptr) instance.store(new Catalogue);
  creation.unlock();
  return *instance.load();
}

int main() {
  std::thread reader([] { catalogue(); });
  std::thread writer([] { catalogue(); });
  reader.join();
  writer.join();
  assert(Catalogue::created.load() == 1);
  delete instance.load();
}

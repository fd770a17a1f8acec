// Two numbers that are set and read together. WRONG: the reader takes the mutex twice.
#include <mutex>
#include <sleave/client.hpp>
#include <utility>

class Pair {
 public:
  void set(int value) {
    const std::lock_guard lock(mutex_);
    first_ = value;
    second_ = value;
  }

  std::pair<int, int> get() {
    std::unique_lock lock(mutex_);
    const int first = first_;
#ifdef WRONG
    lock.unlock();
    lock.lock();
#endif
    return {first, second_};
  }

 private:
  std::mutex mutex_;
  int first_ = 0;
  int second_ = 0;
};

SLEAVE_CLIENT(pair, Pair) {
  op("set", [](Pair& pair, int value) { pair.set(value); }, fresh());
  op("get", [](Pair& pair) { return pair.get(); });
}

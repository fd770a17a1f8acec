// Two counters that are read together, as a tuple. WRONG: without the mutex.
#include <atomic>
#include <mutex>
#include <sleave/client.hpp>
#include <tuple>

class Counters {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++a_;
    ++b_;
  }

  std::tuple<int, int> both() {
#ifndef WRONG
    const std::lock_guard lock(mutex_);
#endif
    return {a_, b_};
  }

 private:
  std::mutex mutex_;
  std::atomic<int> a_{0};
  std::atomic<int> b_{0};
};

SLEAVE_CLIENT(tuple_result, Counters) {
  op("add", [](Counters& counters) { counters.add(); });
  op("both", [](Counters& counters) { return counters.both(); });
}

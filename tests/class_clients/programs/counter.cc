// A counter. WRONG: it loads and stores in two steps.
#include <atomic>
#include <sleave/client.hpp>

class Counter {
 public:
#ifdef WRONG
  int increment() { return value_ = value_ + 1; }
#else
  int increment() { return ++value_; }
#endif
  int get() const { return value_; }

 private:
  std::atomic<int> value_{0};
};

SLEAVE_CLIENT(counter, Counter) {
  op("increment", [](Counter& counter) { return counter.increment(); });
  op("get", [](Counter& counter) { return counter.get(); });
}

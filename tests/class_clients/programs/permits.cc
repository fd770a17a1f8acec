// Permits that can be taken without waiting. WRONG: it looks and takes in two steps.
#include <atomic>
#include <sleave/client.hpp>

class Permits {
 public:
  bool try_take() {
    int left = left_.load();
#ifdef WRONG
    if (left == 0) return false;
    left_.store(left - 1);
    return true;
#else
    do {
      if (left == 0) return false;
    } while (!left_.compare_exchange_strong(left, left - 1));
    return true;
#endif
  }

  void give_back() { ++left_; }

 private:
  std::atomic<int> left_{1};
};

SLEAVE_CLIENT(permits, Permits) {
  op("try_take", [](Permits& permits) { return permits.try_take(); });
  op("give_back", [](Permits& permits) { permits.give_back(); });
}

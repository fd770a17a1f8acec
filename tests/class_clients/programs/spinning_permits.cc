// Permits that are waited for in a loop. WRONG: a permit that comes while two threads wait is lost. Clients of three
// calls that show it wait in every order of their calls, so a wait of one call must not excuse that both wait.
#include <atomic>
#include <sleave/client.hpp>

class Permits {
 public:
  void take() {
    ++waiting_;
    int left = left_.load();
    while (left == 0 || !left_.compare_exchange_weak(left, left - 1)) left = left_.load();
    --waiting_;
  }

  void give() {
#ifdef WRONG
    if (waiting_ == 2) return;
#endif
    ++left_;
  }

 private:
  std::atomic<int> left_{0};
  std::atomic<int> waiting_{0};
};

SLEAVE_CLIENT(spinning_permits, Permits) {
  op("take", [](Permits& permits) { permits.take(); });
  op("give", [](Permits& permits) { permits.give(); });
}

// Permits of which several are given in as many steps, so that no order of whole calls explains results. WRONG: permits
// that come while two threads wait wake neither. Clients of three calls that show it wait in every order of their
// calls.
#include <condition_variable>
#include <mutex>
#include <sleave/client.hpp>

class Permits {
 public:
  void take() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    given_.wait(lock, [this] { return left_ != 0; });
    --waiting_;
    --left_;
  }

  void give(int count) {
    for (int i = 0; i < count; ++i) {
      const std::lock_guard lock(mutex_);
      ++left_;
#ifdef WRONG
      if (waiting_ == 2) continue;
#endif
      given_.notify_one();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  int left_ = 0;
  int waiting_ = 0;
};

SLEAVE_CLIENT(bulk_permits, Permits) {
  op("take", [](Permits& permits) { permits.take(); });
  op("give", [](Permits& permits, int count) { permits.give(count); }, among(1)).not_atomic();
}

// REPAIRED: Waiters wait for the round to change, not for the count.
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void wait() {
    std::unique_lock guard(lock_);
    const int round = round_;
    if (++arrived_ == threads_) {
      arrived_ = 0;
      ++round_;
      all_here_.notify_all();
    } else {
      all_here_.wait(guard, [this, round] { return round_ != round; });
    }
  }

 private:
  const int threads_;
  std::mutex lock_;
  std::condition_variable all_here_;
  int arrived_ = 0;
  int round_ = 0;
};

Barrier barrier(2);

void work() {
  for (int round = 0; round < 2; ++round) barrier.wait();
}

}  // namespace

int main() {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
}

// BUG: A barrier is used twice; a fast thread arrives for the second time before a slow one has left the first.
// EXPECT: deadlock
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Barrier {
 public:
  explicit Barrier(int threads) : threads_(threads) {}

  void wait() {
    std::unique_lock guard(lock_);
    if (++arrived_ == threads_) {
      all_here_.notify_all();
    } else {
      all_here_.wait(guard, [this] { return arrived_ == threads_; });
    }
    if (++left_ == threads_) arrived_ = left_ = 0;
  }

 private:
  const int threads_;
  std::mutex lock_;
  std::condition_variable all_here_;
  int arrived_ = 0;
  int left_ = 0;
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

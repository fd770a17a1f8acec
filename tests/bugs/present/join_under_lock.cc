// BUG: stop() joins the worker while it holds the lock that the worker still needs.
// EXPECT: deadlock
#include <atomic>
#include <mutex>
#include <thread>

namespace {

class Logger {
 public:
  Logger() : worker_([this] { flush(); }) {
    while (!started_.load()) std::this_thread::yield();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    worker_.join();
  }

 private:
  void flush() {
    started_.store(true);
    const std::lock_guard lock(mutex_);
    if (!stopped_) ++lines_;
  }

  std::mutex mutex_;
  std::atomic<bool> started_{false};
  bool stopped_ = false;
  int lines_ = 0;
  std::thread worker_;
};

}  // namespace

int main() {
  Logger logger;
  logger.stop();
}

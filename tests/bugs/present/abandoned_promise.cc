// BUG: A cancelled worker leaves without keeping its promise; the waiter gets an exception nobody catches.
// EXPECT: terminate
#include <atomic>
#include <future>
#include <thread>
#include <utility>

namespace {

std::atomic<bool> cancelled{false};

void work(std::promise<int> promise) {
  if (cancelled.load()) return;
  promise.set_value(1);
}

}  // namespace

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  std::thread worker(work, std::move(promise));
  std::thread canceller([] { cancelled.store(true); });
  std::thread waiter([&future] { (void)future.get(); });
  worker.join();
  canceller.join();
  waiter.join();
}

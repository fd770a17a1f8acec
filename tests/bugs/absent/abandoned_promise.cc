// REPAIRED: A cancelled worker keeps its promise with a value that says so.
#include <atomic>
#include <future>
#include <thread>
#include <utility>

namespace {

std::atomic<bool> cancelled{false};

void work(std::promise<int> promise) { promise.set_value(cancelled.load() ? 0 : 1); }

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

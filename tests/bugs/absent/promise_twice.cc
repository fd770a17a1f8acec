// REPAIRED: Who exchanges the mark from false to true keeps the promise.
#include <atomic>
#include <future>
#include <thread>

namespace {

std::promise<int> promise;
std::atomic<bool> kept{false};

void keep(int value) {
  if (kept.exchange(true)) return;
  promise.set_value(value);
}

}  // namespace

int main() {
  auto future = promise.get_future();
  std::thread answer(keep, 1);
  std::thread timeout(keep, 2);
  const int value = future.get();
  answer.join();
  timeout.join();
  return value == 0;
}

// BUG: Answer and time-out each test whether the promise was kept and then keep it; the second one throws.
// EXPECT: terminate
#include <atomic>
#include <future>
#include <thread>

namespace {

std::promise<int> promise;
std::atomic<bool> kept{false};

void keep(int value) {
  if (kept.load()) return;
  kept.store(true);
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

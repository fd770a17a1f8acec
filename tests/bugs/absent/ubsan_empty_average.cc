// REPAIRED: The number of samples is asked once.
// FLAGS: -fsanitize=undefined
#include <atomic>
#include <thread>

std::atomic<int> count{2};
std::atomic<int> total{10};

int average() {
  const int samples = count.load();
  return samples > 0 ? total.load() / samples : 0;
}

int main() {
  int result = 0;
  std::thread reader([&] { result = average(); });
  std::thread resetter([] {
    total.store(0);
    count.store(0);
  });
  reader.join();
  resetter.join();
  return result > 5;
}

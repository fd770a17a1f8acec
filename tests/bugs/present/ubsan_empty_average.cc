// BUG: The number of samples is asked twice: another thread may reset it between the test and the division.
// EXPECT: sanitizer_report
// FLAGS: -fsanitize=undefined
#include <atomic>
#include <thread>

std::atomic<int> count{2};
std::atomic<int> total{10};

int average() { return count.load() > 0 ? total.load() / count.load() : 0; }

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

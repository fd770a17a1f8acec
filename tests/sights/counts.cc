// Programs whose classes of executions combinatorics counts (check_sights.py).
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace {

#ifdef STORE_BUFFER

std::atomic<int> x, y;

void run() {
  std::thread other([] {
    x.store(1, std::memory_order_relaxed);
    (void)y.load(std::memory_order_relaxed);
  });
  y.store(1, std::memory_order_relaxed);
  (void)x.load(std::memory_order_relaxed);
  other.join();
}

#else

std::atomic<int> counter;
std::mutex mutex;
int guarded;

void body(int number) {
#ifdef LOCKS
  const std::lock_guard<std::mutex> lock(mutex);
  guarded += number;
#else
  for (int i = 0; i < TIMES; ++i) counter.fetch_add(number, std::memory_order_relaxed);
#endif
}

void run() {
  std::vector<std::thread> threads;
  for (int i = 0; i < THREADS; ++i) threads.emplace_back(body, i + 1);
  for (std::thread& thread : threads) thread.join();
}

#endif

}  // namespace

int main() { run(); }

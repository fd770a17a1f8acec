// RACE: The last of two threads to arrive sums what both have written; the increments only acquire.
// WHY: The first arrival does not release its part.
#include <atomic>
#include <thread>

std::atomic<int> arrived;
int parts[2];
int total;

void work(int thread) {
  parts[thread] = 1;  // race: write
  if (arrived.fetch_add(1, std::memory_order_acquire) != 1) return;
  total = parts[0] + parts[1];  // race: read
}

int main() {
  std::thread a(work, 0);
  std::thread b(work, 1);
  a.join();
  b.join();
}

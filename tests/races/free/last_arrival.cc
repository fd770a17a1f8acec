// FREE: The last of three threads to arrive sums what all have written.
// WHY: The increments acquire and release, and form one release sequence.
#include <atomic>
#include <thread>

std::atomic<int> arrived;
int parts[3];
int total;

void work(int thread) {
  parts[thread] = 1;
  if (arrived.fetch_add(1, std::memory_order_acq_rel) == 2) total = parts[0] + parts[1] + parts[2];
}

int main() {
  std::thread a(work, 0);
  std::thread b(work, 1);
  std::thread c(work, 2);
  a.join();
  b.join();
  c.join();
}

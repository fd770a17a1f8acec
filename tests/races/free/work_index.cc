// FREE: Threads take the next piece of work by a relaxed increment.
// WHY: Each index is given out once, so no two threads touch the same element; the joins order the rest.
#include <atomic>
#include <thread>

std::atomic<int> next;
int results[4];

void work() {
  for (int i = next.fetch_add(1, std::memory_order_relaxed); i < 4; i = next.fetch_add(1, std::memory_order_relaxed)) {
    results[i] = i * i;
  }
}

int main() {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
}

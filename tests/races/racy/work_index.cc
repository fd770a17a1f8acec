// RACE: Threads take the next piece of work by a load and a store.
// SCHEDULE: some; both must load the same index.
// WHY: Two threads may get the same index and write the same element.
#include <atomic>
#include <thread>

std::atomic<int> next;
int results[4];

int take() {
  const int index = next.load();
  next.store(index + 1);
  return index;
}

void work() {
  const int index = take();
  if (index < 4) {
    results[index] = 1;  // race: write
  }
}

int main() {
  std::thread a(work);
  std::thread b(work);
  a.join();
  b.join();
}

// RACE: Two producers use a ring made for one.
// SCHEDULE: some; both must find the same position.
// WHY: Both write the same slot; the position is not reserved.
#include <atomic>
#include <thread>

std::atomic<unsigned> written;
int slots[4];

void produce(int value) {
  const unsigned position = written.load(std::memory_order_acquire);
  slots[position] = value;  // race: write
  written.store(position + 1, std::memory_order_release);
}

int main() {
  std::thread a(produce, 1);
  std::thread b(produce, 2);
  a.join();
  b.join();
}

// FREE: A ring for one producer and one consumer, after Lamport, with acquire and release.
// WHY: Each side acquires the other's position before it touches a slot.
#include <atomic>
#include <thread>

std::atomic<unsigned> written;
std::atomic<unsigned> taken;
int slots[2];
int seen;

void produce() {
  for (unsigned i = 0; i < 4; ++i) {
    if (i - taken.load(std::memory_order_acquire) == 2) return;
    slots[i % 2] = 1;
    written.store(i + 1, std::memory_order_release);
  }
}

void consume() {
  for (unsigned i = 0; i < 4; ++i) {
    if (written.load(std::memory_order_acquire) == i) return;
    seen += slots[i % 2];
    taken.store(i + 1, std::memory_order_release);
  }
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}

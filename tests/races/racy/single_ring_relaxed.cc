// RACE: A ring for one producer and one consumer whose producer announces with a relaxed store.
// SCHEDULE: some; the consumer must find something.
// WHY: The consumer's acquire reads a store that releases nothing.
#include <atomic>
#include <thread>

std::atomic<unsigned> written;
int slots[4];
int seen;

void produce() {
  for (unsigned i = 0; i < 4; ++i) {
    slots[i] = 1;  // race: write
    written.store(i + 1, std::memory_order_relaxed);
  }
}

void consume() {
  for (unsigned i = 0; i < 4; ++i) {
    if (written.load(std::memory_order_acquire) == i) return;
    seen += slots[i];  // race: read
  }
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}

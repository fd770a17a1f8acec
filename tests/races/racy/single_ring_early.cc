// RACE: A ring whose consumer gives the slot back before it has read it.
// SCHEDULE: some; the ring must run full and the producer see the slot given back.
// WHY: The read comes after the release store that lets the producer write.
#include <atomic>
#include <thread>

std::atomic<unsigned> written;
std::atomic<unsigned> taken;
int slot;
int seen;

void produce() {
  for (unsigned i = 0; i < 2; ++i) {
    if (i - taken.load(std::memory_order_acquire) == 1) return;
    slot = 1;  // race: write
    written.store(i + 1, std::memory_order_release);
  }
}

void consume() {
  if (written.load(std::memory_order_acquire) == 0) return;
  taken.store(1, std::memory_order_release);
  seen += slot;  // race: read
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}

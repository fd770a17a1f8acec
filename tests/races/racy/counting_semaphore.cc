// RACE: A ring of two slots counts full slots, but nobody waits for an empty one.
// SCHEDULE: some; the consumer must pass its first wait before the third slot is announced.
// WHY: The third write to the ring is not ordered after the consumer's first read.
#include <semaphore>
#include <thread>

std::counting_semaphore<4> full{0};
int slots[2];
int seen;

void produce() {
  for (int i = 0; i < 4; ++i) {
    slots[i % 2] = i;  // race: write
    full.release();
  }
}

void consume() {
  for (int i = 0; i < 4; ++i) {
    full.acquire();
    seen += slots[i % 2];  // race: read
  }
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}

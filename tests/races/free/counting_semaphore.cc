// FREE: A ring of two slots with a semaphore for full and one for empty slots.
// WHY: Each release synchronizes with the acquire that needs it, so a slot is never used by both sides.
#include <semaphore>
#include <thread>

std::counting_semaphore<2> empty{2};
std::counting_semaphore<2> full{0};
int slots[2];
int seen;

void produce() {
  for (int i = 0; i < 4; ++i) {
    empty.acquire();
    slots[i % 2] = i;
    full.release();
  }
}

void consume() {
  for (int i = 0; i < 4; ++i) {
    full.acquire();
    seen += slots[i % 2];
    empty.release();
  }
}

int main() {
  std::thread producer(produce);
  std::thread consumer(consume);
  producer.join();
  consumer.join();
}

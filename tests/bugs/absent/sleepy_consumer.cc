// REPAIRED: The producer puts its item in first and looks afterwards.
#include <atomic>
#include <semaphore>
#include <thread>

namespace {

std::atomic<int> items{0};
std::atomic<bool> asleep{false};
std::binary_semaphore wake_up{0};

void produce() {
  items.fetch_add(1);
  if (asleep.exchange(false)) wake_up.release();
}

void consume() {
  while (items.load() == 0) {
    asleep.store(true);
    if (items.load() == 0 || !asleep.exchange(false)) wake_up.acquire();
  }
  items.fetch_sub(1);
}

}  // namespace

int main() {
  std::thread consumer(consume);
  std::thread producer(produce);
  consumer.join();
  producer.join();
}

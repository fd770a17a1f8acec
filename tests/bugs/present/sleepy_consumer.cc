// BUG: A producer looks whether the consumer sleeps before its item is in; it falls asleep in between.
// EXPECT: deadlock
#include <atomic>
#include <semaphore>
#include <thread>

namespace {

std::atomic<int> items{0};
std::atomic<bool> asleep{false};
std::binary_semaphore wake_up{0};

void produce() {
  const bool must_wake = asleep.load();
  items.fetch_add(1);
  if (must_wake) wake_up.release();
}

void consume() {
  while (items.load() == 0) {
    asleep.store(true);
    if (items.load() == 0) wake_up.acquire();
    asleep.store(false);
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

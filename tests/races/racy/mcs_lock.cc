// RACE: A queue lock that hands over by a relaxed store.
// SCHEDULE: some; one thread must wait in the queue of the other.
// WHY: The waiter's acquire reads a store that releases nothing.
#include <atomic>
#include <thread>

struct Place {
  std::atomic<Place*> next{nullptr};
  std::atomic<bool> waiting{true};
};

std::atomic<Place*> tail;
int data;

void update() {
  Place mine;
  if (Place* before = tail.exchange(&mine, std::memory_order_acq_rel)) {
    before->next.store(&mine, std::memory_order_release);
    while (mine.waiting.load(std::memory_order_acquire)) std::this_thread::yield();
  }
  std::this_thread::yield();
  ++data;  // race: write
  Place* expected = &mine;
  if (tail.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel)) return;
  Place* next = nullptr;
  while ((next = mine.next.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
  next->waiting.store(false, std::memory_order_relaxed);
}

int main() {
  std::thread a(update);
  std::thread b(update);
  a.join();
  b.join();
}

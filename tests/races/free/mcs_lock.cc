// FREE: A queue lock after Mellor-Crummey and Scott with acquire and release.
// WHY: The flag or the compare-exchange by which a thread gets the lock reads a release of the holder before.
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
  ++data;
  Place* expected = &mine;
  if (tail.compare_exchange_strong(expected, nullptr, std::memory_order_acq_rel)) return;
  Place* next = nullptr;
  while ((next = mine.next.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
  next->waiting.store(false, std::memory_order_release);
}

int main() {
  std::thread a(update);
  std::thread b(update);
  a.join();
  b.join();
}

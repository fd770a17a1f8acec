// FREE: A bounded queue for many threads after Vyukov: every slot has a sequence number with acquire and release.
// WHY: The positions are reserved with relaxed order; the slot's own number synchronizes its users.
#include <atomic>
#include <thread>

struct Slot {
  std::atomic<unsigned> sequence;
  int value = 0;
};

Slot slots[2] = {{{0}}, {{1}}};
std::atomic<unsigned> tail;
std::atomic<unsigned> head;
int seen[2];

void put() {
  unsigned position = tail.load(std::memory_order_relaxed);
  Slot& slot = slots[position % 2];
  if (slot.sequence.load(std::memory_order_acquire) != position) return;
  if (!tail.compare_exchange_strong(position, position + 1, std::memory_order_relaxed)) return;
  slot.value = 1;
  slot.sequence.store(position + 1, std::memory_order_release);
}

void take(int thread) {
  unsigned position = head.load(std::memory_order_relaxed);
  Slot& slot = slots[position % 2];
  if (slot.sequence.load(std::memory_order_acquire) != position + 1) return;
  if (!head.compare_exchange_strong(position, position + 1, std::memory_order_relaxed)) return;
  seen[thread] = slot.value;
  slot.sequence.store(position + 2, std::memory_order_release);
}

void work(int thread) {
  put();
  take(thread);
  put();
}

int main() {
  std::thread a(work, 0);
  std::thread b(work, 1);
  a.join();
  b.join();
}

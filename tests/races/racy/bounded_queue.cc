// RACE: A bounded queue that trusts the tail position instead of the slot's own number.
// SCHEDULE: some; the taker must come between the reservation and the write.
// WHY: The reservation says that the slot will be written, not that it was.
#include <atomic>
#include <thread>

int slots[2];
std::atomic<unsigned> tail;
std::atomic<unsigned> head;
int seen;

void put() {
  const unsigned position = tail.fetch_add(1);
  slots[position] = 1;  // race: write
}

void take() {
  const unsigned position = head.load();
  if (tail.load() == position) return;
  seen = slots[position];  // race: read
}

int main() {
  std::thread a(put);
  std::thread b(take);
  a.join();
  b.join();
}

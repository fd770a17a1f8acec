// RACE: A read-write lock made of one atomic count, whose readers leave with a relaxed decrement.
// SCHEDULE: some; a writer must follow a reader.
// WHY: The reader's read does not happen before the writer's write.
#include <atomic>
#include <thread>

std::atomic<int> holders;
int data;
int seen;

void read_data() {
  int count = 0;
  if (!holders.compare_exchange_strong(count, 1, std::memory_order_acquire)) return;
  seen = data;  // race: read
  holders.fetch_sub(1, std::memory_order_relaxed);
}

void write_data() {
  int none = 0;
  if (!holders.compare_exchange_strong(none, -1, std::memory_order_acquire)) return;
  ++data;  // race: write
  holders.store(0, std::memory_order_release);
}

int main() {
  std::thread a(read_data);
  std::thread b(write_data);
  a.join();
  b.join();
}

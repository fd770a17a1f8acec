// FREE: A read-write lock made of one atomic count: -1 is a writer, n are readers.
// WHY: Every way in acquires, every way out releases, and all are read-modify-writes of one object.
#include <atomic>
#include <thread>

std::atomic<int> holders;
int data;
int seen[2];

void read_data(int thread) {
  int count = holders.load(std::memory_order_relaxed);
  if (count < 0 || !holders.compare_exchange_strong(count, count + 1, std::memory_order_acquire)) return;
  seen[thread] = data;
  holders.fetch_sub(1, std::memory_order_release);
}

void write_data() {
  int none = 0;
  if (!holders.compare_exchange_strong(none, -1, std::memory_order_acquire)) return;
  ++data;
  holders.store(0, std::memory_order_release);
}

int main() {
  std::thread a(read_data, 0);
  std::thread b(write_data);
  std::thread c(read_data, 1);
  a.join();
  b.join();
  c.join();
}

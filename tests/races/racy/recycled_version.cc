// RACE: A writer reuses an old version as soon as it has published a new one.
// SCHEDULE: some; a reader must have loaded the old address.
// WHY: Nothing tells the writer that the last reader has left.
#include <atomic>
#include <thread>

int versions[2] = {1, 2};
std::atomic<int*> current{&versions[0]};
int seen;

void publish() {
  int* old = current.exchange(&versions[1], std::memory_order_acq_rel);
  *old = 3;  // race: write
}

void use() {
  const int* version = current.load(std::memory_order_acquire);
  seen = *version;  // race: read
}

int main() {
  std::thread reader(use);
  std::thread writer(publish);
  reader.join();
  writer.join();
}

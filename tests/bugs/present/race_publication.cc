// BUG: A message is published through a flag that orders nothing.
// EXPECT: data_race
#include <atomic>
#include <thread>

namespace {

int message = 0;
std::atomic<bool> published{false};

void publish() {
  message = 42;
  published.store(true, std::memory_order_relaxed);
}

int receive() { return published.load(std::memory_order_relaxed) ? message : 0; }

}  // namespace

int main() {
  std::thread writer(publish);
  int seen = 0;
  for (int i = 0; i < 3 && seen == 0; ++i) seen = receive();
  writer.join();
  return seen == 1;  // never
}

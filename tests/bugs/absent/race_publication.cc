// REPAIRED: The flag is stored with release and loaded with acquire order.
#include <atomic>
#include <thread>

namespace {

int message = 0;
std::atomic<bool> published{false};

void publish() {
  message = 42;
  published.store(true, std::memory_order_release);
}

int receive() { return published.load(std::memory_order_acquire) ? message : 0; }

}  // namespace

int main() {
  std::thread writer(publish);
  int seen = 0;
  for (int i = 0; i < 3 && seen == 0; ++i) seen = receive();
  writer.join();
  return seen == 1;  // never
}

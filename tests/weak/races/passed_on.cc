// A message that passes through a second thread: neither side of the first flag has an order.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

int message;
std::atomic<bool> sent;
std::atomic<bool> passed_on;

}  // namespace

int main() {
  std::thread sender([] {
    message = 42;
    sent.store(true, std::memory_order_relaxed);  // lacks release
  });
  std::thread messenger([] {
    if (sent.load(std::memory_order_relaxed))  // lacks acquire
      passed_on.store(true, std::memory_order_release);
  });
  std::thread receiver([] {
    if (passed_on.load(std::memory_order_acquire)) assert(message == 42);
  });
  sender.join();
  messenger.join();
  receiver.join();
}

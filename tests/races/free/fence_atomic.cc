// FREE: A release fence before a relaxed store; the receiver loads with acquire.
// WHY: A release fence synchronizes with an acquire operation that reads a later store.
// TSAN: It does not know fences.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;
  std::atomic_thread_fence(std::memory_order_release);
  ready.store(true, std::memory_order_relaxed);
}

void receive() {
  if (ready.load(std::memory_order_acquire)) seen = message;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

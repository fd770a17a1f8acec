// FREE: A release store; the receiver loads relaxed and executes an acquire fence.
// WHY: A release operation synchronizes with an acquire fence after a load that reads it.
// TSAN: It does not know fences.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;
  ready.store(true, std::memory_order_release);
}

void receive() {
  if (!ready.load(std::memory_order_relaxed)) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  seen = message;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

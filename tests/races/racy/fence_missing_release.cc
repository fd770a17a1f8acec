// RACE: An acquire fence on the receiving side only.
// SCHEDULE: some; the load must read the store.
// WHY: The sender neither releases nor executes a fence.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;  // race: write
  ready.store(true, std::memory_order_relaxed);
}

void receive() {
  if (!ready.load(std::memory_order_relaxed)) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

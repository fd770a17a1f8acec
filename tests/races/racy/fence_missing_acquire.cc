// RACE: A release fence on the sending side only.
// SCHEDULE: some; the load must read the store.
// WHY: The receiver neither acquires nor executes a fence.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;  // race: write
  std::atomic_thread_fence(std::memory_order_release);
  ready.store(true, std::memory_order_relaxed);
}

void receive() {
  if (!ready.load(std::memory_order_relaxed)) return;
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

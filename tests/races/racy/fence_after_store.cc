// RACE: The release fence comes after the store.
// SCHEDULE: some; the load must read the store.
// WHY: A release fence counts for stores that follow it.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;  // race: write
  ready.store(true, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
}

void receive() {
  if (!ready.load(std::memory_order_acquire)) return;
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

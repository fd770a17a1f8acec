// RACE: The message is written between the release fence and the store.
// SCHEDULE: some; the load must read the store.
// WHY: The fence releases only what precedes it.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  std::atomic_thread_fence(std::memory_order_release);
  message = 1;  // race: write
  ready.store(true, std::memory_order_relaxed);
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

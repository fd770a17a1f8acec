// RACE: The acquire fence comes before the load.
// SCHEDULE: some; the load must read the store.
// WHY: An acquire fence counts for loads that precede it.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;  // race: write
  ready.store(true, std::memory_order_release);
}

void receive() {
  std::atomic_thread_fence(std::memory_order_acquire);
  if (!ready.load(std::memory_order_relaxed)) return;
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

// RACE: The sender overwrites its release store by a relaxed one, which the receiver reads.
// SCHEDULE: some; the load must read the second store.
// WHY: Since C++20 a plain store, even by the same thread, ends the release sequence.
// TSAN: A relaxed store leaves what was released to that variable before.
#include <atomic>
#include <thread>

std::atomic<int> stage;
int message;
int seen;

void send() {
  message = 1;  // race: write
  stage.store(1, std::memory_order_release);
  stage.store(2, std::memory_order_relaxed);
}

void receive() {
  if (stage.load(std::memory_order_acquire) != 2) return;
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

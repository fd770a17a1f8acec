// RACE: The receiver waits for any change of a stage counter, but the message is complete only at the second stage.
// SCHEDULE: some; the load must read the first stage.
// WHY: Reading stage 1 synchronizes with a store that precedes the second write.
#include <atomic>
#include <thread>

std::atomic<int> stage;
int message;
int seen;

void send() {
  stage.store(1, std::memory_order_release);
  message = 1;  // race: write
  stage.store(2, std::memory_order_release);
}

void receive() {
  if (stage.load(std::memory_order_acquire) == 0) return;
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

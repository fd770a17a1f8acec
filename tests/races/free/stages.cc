// FREE: The receiver reads after the stage in which the message is complete.
// WHY: Reading stage 2 synchronizes with the store that follows the write.
#include <atomic>
#include <thread>

std::atomic<int> stage;
int message;
int seen;

void send() {
  stage.store(1, std::memory_order_release);
  message = 1;
  stage.store(2, std::memory_order_release);
}

void receive() {
  if (stage.load(std::memory_order_acquire) == 2) seen = message;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

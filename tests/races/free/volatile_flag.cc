// FREE: A volatile variable is used by one thread only, an atomic one carries the message.
// WHY: The acquire load that reads true synchronizes with the release store.
#include <atomic>
#include <thread>

int message;
volatile int attempts;
std::atomic<bool> ready;
int seen;

void send() {
  message = 1;
  ready.store(true, std::memory_order_release);
}

void receive() {
  attempts = attempts + 1;
  if (ready.load(std::memory_order_acquire)) seen = message;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

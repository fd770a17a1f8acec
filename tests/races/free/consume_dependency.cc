// FREE: A pointer is loaded with consume, and the message is read through it.
// WHY: The read carries a dependency from the load, so the store is dependency-ordered before it.
#include <atomic>
#include <thread>

int message;
std::atomic<int*> published;
int seen;

void send() {
  message = 1;
  published.store(&message, std::memory_order_release);
}

void receive() {
  const int* there = published.load(std::memory_order_consume);
  if (there != nullptr) seen = *there;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

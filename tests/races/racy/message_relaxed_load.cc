// RACE: Message passing with a release store, but a relaxed load.
// WHY: A release store synchronizes only with an acquire operation.
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
  while (!ready.load(std::memory_order_relaxed)) std::this_thread::yield();
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

// RACE: Message passing with an acquire load, but a relaxed store.
// WHY: An acquire load synchronizes only with a release operation.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;  // race: write
  ready.store(true, std::memory_order_relaxed);
}

void receive() {
  while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

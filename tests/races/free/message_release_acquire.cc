// FREE: Message passing with release and acquire.
// WHY: The acquire load that reads the release store synchronizes with it [atomics.order].
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;

void send() {
  message = 1;
  ready.store(true, std::memory_order_release);
}

void receive() {
  while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();
  seen = message;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

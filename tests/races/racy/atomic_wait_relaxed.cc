// RACE: The receiver waits on an atomic flag with relaxed order.
// WHY: Neither the relaxed load in wait nor the notification synchronizes.
#include <atomic>
#include <thread>

std::atomic<int> ready;
int message;
int seen;

void send() {
  message = 1;  // race: write
  ready.store(1, std::memory_order_relaxed);
  ready.notify_one();
}

void receive() {
  ready.wait(0, std::memory_order_relaxed);
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

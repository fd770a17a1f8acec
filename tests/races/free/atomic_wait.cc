// FREE: The receiver waits on an atomic flag.
// WHY: wait returns after a sequentially consistent load of the new value, which is an acquire.
#include <atomic>
#include <thread>

std::atomic<int> ready;
int message;
int seen;

void send() {
  message = 1;
  ready.store(1, std::memory_order_release);
  ready.notify_one();
}

void receive() {
  ready.wait(0);
  seen = message;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

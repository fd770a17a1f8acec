// FREE: A relaxed increment by a third thread lies between release store and acquire load.
// WHY: Read-modify-writes of any thread and order continue a release sequence [intro.races].
#include <atomic>
#include <thread>

std::atomic<int> stage;
int message;
int seen;

void send() {
  message = 1;
  stage.store(1, std::memory_order_release);
}

void pass_on() {
  int expected = 1;
  stage.compare_exchange_strong(expected, 2, std::memory_order_relaxed);
}

void receive() {
  if (stage.load(std::memory_order_acquire) == 2) seen = message;
}

int main() {
  std::thread sender(send);
  std::thread middle(pass_on);
  std::thread receiver(receive);
  sender.join();
  middle.join();
  receiver.join();
}

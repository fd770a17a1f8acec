// RACE: A flag is loaded with consume, and the message is read without a dependency on it.
// SCHEDULE: some; the load must read the store.
// WHY: Control flow carries no dependency [intro.races].
// KNOWN: The compiler strengthens consume to acquire, so that no tool behind it sees the difference.
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
  if (ready.load(std::memory_order_consume)) {
    seen = message;  // race: read
  }
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

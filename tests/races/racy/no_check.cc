// RACE: The receiver loads the flag with acquire, and reads the message whatever it got.
// SCHEDULE: some; the load must read the initial value.
// WHY: A load that does not read the release store does not synchronize with it.
#include <atomic>
#include <thread>

std::atomic<bool> ready;
int message;
int seen;
bool known;

void receive() {
  known = ready.load(std::memory_order_acquire);
  seen = message;  // race: read
}

void send() {
  message = 1;  // race: write
  ready.store(true, std::memory_order_release);
}

int main() {
  std::thread receiver(receive);
  std::thread sender(send);
  receiver.join();
  sender.join();
}

// RACE: Another thread overwrites the release store by a relaxed one, which the receiver reads.
// SCHEDULE: some; sender, middle and receiver in this order.
// WHY: A store by another thread ends the release sequence.
// TSAN: A relaxed store leaves what was released to that variable before.
#include <atomic>
#include <thread>

std::atomic<int> stage;
int message;
int seen;

void send() {
  message = 1;  // race: write
  stage.store(1, std::memory_order_release);
}

void pass_on() {
  if (stage.load(std::memory_order_relaxed) == 1) stage.store(2, std::memory_order_relaxed);
}

void receive() {
  if (stage.load(std::memory_order_acquire) != 2) return;
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread middle(pass_on);
  std::thread receiver(receive);
  sender.join();
  middle.join();
  receiver.join();
}

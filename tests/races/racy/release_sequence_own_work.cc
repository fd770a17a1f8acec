// RACE: The relaxed read-modify-write in the middle announces a message of its own.
// SCHEDULE: some; the receiver must read the middle thread's value.
// WHY: The release sequence carries the first sender's writes, not those of the relaxed operation.
#include <atomic>
#include <thread>

std::atomic<int> stage;
int middle_message;
int seen;

void send() { stage.store(1, std::memory_order_release); }

void pass_on() {
  middle_message = 1;  // race: write
  stage.fetch_add(2, std::memory_order_relaxed);
}

void receive() {
  if (stage.load(std::memory_order_acquire) < 2) return;
  seen = middle_message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread middle(pass_on);
  std::thread receiver(receive);
  sender.join();
  middle.join();
  receiver.join();
}

// RACE: Sender and receiver use fences around two different atomic objects.
// WHY: The receiver's load does not read the sender's store.
#include <atomic>
#include <thread>

std::atomic<int> left;
std::atomic<int> right{1};
int message;
int seen;

void send() {
  message = 1;  // race: write
  std::atomic_thread_fence(std::memory_order_release);
  left.store(1, std::memory_order_relaxed);
}

void receive() {
  if (right.load(std::memory_order_relaxed) != 1) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

// FREE: A relaxed store after a release fence heads a release sequence that another thread's increment continues.
// WHY: The acquire load reads from the hypothetical release sequence of the fenced store.
// TSAN: It does not know fences.
#include <atomic>
#include <thread>

std::atomic<int> stage;
int message;
int seen;

void send() {
  message = 1;
  std::atomic_thread_fence(std::memory_order_release);
  stage.store(1, std::memory_order_relaxed);
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

// FREE: A message is handed from a holder of the shared lock to the next holder of the exclusive lock.
// WHY: unlock_shared synchronizes with later lock of the same mutex.
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
std::atomic<bool> announced;
int message;
int seen;

void send() {
  message = 1;
  std::shared_lock guard(lock);
  announced.store(true, std::memory_order_relaxed);
}

void receive() {
  std::unique_lock guard(lock);
  if (announced.load(std::memory_order_relaxed)) seen = message;
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

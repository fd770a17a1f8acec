// RACE: A message is handed from one holder of a shared lock to the next holder of the same shared lock.
// SCHEDULE: some; the receiver must come second.
// WHY: unlock_shared synchronizes with later lock, not with later lock_shared [thread.sharedmutex.requirements].
#include <atomic>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
std::atomic<bool> announced;
int message;
int seen;

void send() {
  message = 1;  // race: write
  std::shared_lock guard(lock);
  announced.store(true, std::memory_order_relaxed);
}

void receive() {
  std::shared_lock guard(lock);
  if (!announced.load(std::memory_order_relaxed)) return;
  seen = message;  // race: read
}

int main() {
  std::thread sender(send);
  std::thread receiver(receive);
  sender.join();
  receiver.join();
}

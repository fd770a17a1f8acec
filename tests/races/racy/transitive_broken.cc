// RACE: A message goes through three threads; the first hand-over is relaxed.
// SCHEDULE: some; the threads must run in their order.
// WHY: The chain of happens-before has a hole.
#include <atomic>
#include <mutex>
#include <thread>

int message;
std::atomic<bool> first;
std::mutex lock;
bool second;
int seen;

void send() {
  message = 1;  // race: write
  first.store(true, std::memory_order_release);
}

void pass_on() {
  if (!first.load(std::memory_order_relaxed)) return;
  std::lock_guard guard(lock);
  second = true;
}

void receive() {
  std::lock_guard guard(lock);
  if (!second) return;
  seen = message;  // race: read
}

int main() {
  std::thread a(send);
  std::thread b(pass_on);
  std::thread c(receive);
  a.join();
  b.join();
  c.join();
}

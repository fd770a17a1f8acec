// FREE: A message goes through three threads, by an atomic and then by a mutex.
// WHY: Happens-before is transitive, whatever the means.
#include <atomic>
#include <mutex>
#include <thread>

int message;
std::atomic<bool> first;
std::mutex lock;
bool second;
int seen;

void send() {
  message = 1;
  first.store(true, std::memory_order_release);
}

void pass_on() {
  if (!first.load(std::memory_order_acquire)) return;
  std::lock_guard guard(lock);
  second = true;
}

void receive() {
  std::lock_guard guard(lock);
  if (second) seen = message;
}

int main() {
  std::thread a(send);
  std::thread b(pass_on);
  std::thread c(receive);
  a.join();
  b.join();
  c.join();
}

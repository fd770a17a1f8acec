// RACE: Double-checked locking that publishes the object before it is complete.
// SCHEDULE: some; the other thread must see the pointer at once.
// WHY: The write after the release store is not covered by it.
#include <atomic>
#include <mutex>
#include <thread>

struct Service {
  int port;
};

std::mutex lock;
Service only;
std::atomic<Service*> service;
int seen[2];

void use(int thread) {
  Service* there = service.load(std::memory_order_acquire);
  if (there == nullptr) {
    std::lock_guard guard(lock);
    there = service.load(std::memory_order_relaxed);
    if (there == nullptr) {
      there = &only;
      service.store(there, std::memory_order_release);
      there->port = 80;  // race: write
    }
  }
  seen[thread] = there->port;  // race: read
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}

// FREE: Double-checked locking with acquire and release.
// WHY: A first check that sees the pointer acquires its making; else the lock orders.
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
      there->port = 80;
      service.store(there, std::memory_order_release);
    }
  }
  seen[thread] = there->port;
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}

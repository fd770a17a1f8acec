// RACE: Double-checked locking with a relaxed first check.
// SCHEDULE: some; the first check must see the pointer.
// WHY: The content of the object is read without synchronization with its making.
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
  Service* there = service.load(std::memory_order_relaxed);
  if (there == nullptr) {
    std::lock_guard guard(lock);
    there = service.load(std::memory_order_relaxed);
    if (there == nullptr) {
      there = &only;
      there->port = 80;  // race: write
      service.store(there, std::memory_order_release);
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

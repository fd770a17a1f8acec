// RACE: Double-checked locking with a plain pointer.
// WHY: The first check reads the pointer without the lock under which it is written.
#include <mutex>
#include <thread>

struct Service {
  int port = 80;
};

std::mutex lock;
Service only;
Service* service;
int seen[2];

void use(int thread) {
  if (service == nullptr) {  // race: read
    std::lock_guard guard(lock);
    if (service == nullptr) service = &only;  // race: write
  }
  seen[thread] = only.port;
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}

// RACE: A thread takes the lock only if it believes that there is another user.
// WHY: The one that does not take the lock is not ordered with the one that does.
#include <mutex>
#include <thread>

std::mutex lock;
int data;

void update(bool alone) {
  std::unique_lock guard(lock, std::defer_lock);
  if (!alone) guard.lock();
  ++data;  // race: write
}

int main() {
  std::thread a(update, true);
  std::thread b(update, false);
  a.join();
  b.join();
}

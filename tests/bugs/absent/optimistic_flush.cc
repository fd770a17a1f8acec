// REPAIRED: The last flush waits for the lock.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex lock;
int buffered = 0;
int written = 0;

void log_line() {
  const std::lock_guard guard(lock);
  ++buffered;
}

void flush() {
  lock.lock();
  written += buffered;
  buffered = 0;
  lock.unlock();
}

}  // namespace

int main() {
  std::thread one(log_line);
  std::thread other(log_line);
  one.join();
  other.join();
  flush();
  assert(written == 2);
}

// BUG: A static's initialiser needs the log's lock, and the log first uses that static while it holds the lock.
// EXPECT: deadlock
#include <mutex>
#include <thread>

namespace {

std::recursive_mutex log_mutex;
int lines = 0;

struct Clock {
  Clock() {
    const std::lock_guard lock(log_mutex);
    ++lines;
  }
  int now = 42;
};

const Clock& process_clock() {
  static const Clock clock;
  return clock;
}

void log_line() {
  const std::lock_guard lock(log_mutex);
  lines += process_clock().now > 0 ? 1 : 0;
}

}  // namespace

int main() {
  std::thread timer([] { process_clock(); });
  std::thread logger(log_line);
  timer.join();
  logger.join();
}

// BUG: A worker tests its stop_token and then waits on a condition that the stop does not signal.
// EXPECT: deadlock
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace {

std::mutex lock;
std::condition_variable_any condition;
int jobs = 1;

void work(const std::stop_token& token) {
  std::unique_lock guard(lock);
  while (!token.stop_requested()) {
    if (jobs > 0) {
      --jobs;
      continue;
    }
    condition.wait(guard);
  }
}

}  // namespace

int main() {
  std::jthread worker(work);
  std::jthread producer([] {
    std::lock_guard guard(lock);
    ++jobs;
    condition.notify_one();
  });
}

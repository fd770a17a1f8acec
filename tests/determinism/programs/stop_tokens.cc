// COVERS: jthread, stop_token, stop_callback, condition_variable_any with a stop_token.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable_any wake;
std::atomic<int> seen{0};

void wait_for_stop(std::stop_token stop) {
  const std::stop_callback note(stop, [] { seen.fetch_add(1); });
  std::unique_lock lock(mutex);
  wake.wait(lock, stop, [] { return false; });
  seen.fetch_add(10);
}

void poll(std::stop_token stop) {
  while (!stop.stop_requested()) std::this_thread::yield();
  seen.fetch_add(100);
}

}  // namespace

int main() {
  std::jthread waiter(wait_for_stop);
  std::jthread poller(poll);
  seen.fetch_add(1000);
  waiter.request_stop();
}

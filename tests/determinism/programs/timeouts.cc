// COVERS: timed waits that end by time-out or by a signal, timed locks, sleeps.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

using std::chrono::milliseconds;

std::mutex mutex;
std::timed_mutex timed;
std::condition_variable wake;
bool ready = false;
std::atomic<int> seen{0};

void wait() {
  std::unique_lock lock(mutex);
  seen.fetch_add(wake.wait_for(lock, milliseconds(5), [] { return ready; }) ? 1 : 2);
  const auto deadline = std::chrono::system_clock::now() + milliseconds(3);
  seen.fetch_add(wake.wait_until(lock, deadline) == std::cv_status::timeout ? 10 : 20);
}

void hold() {
  const std::lock_guard lock(timed);
  std::this_thread::sleep_for(milliseconds(2));
  {
    const std::lock_guard inner(mutex);
    ready = true;
  }
  wake.notify_one();
}

void try_hold() {
  if (timed.try_lock_for(milliseconds(1))) {
    seen.fetch_add(100);
    timed.unlock();
  } else {
    seen.fetch_add(200);
  }
}

}  // namespace

int main() {
  std::thread waiter(wait);
  std::thread holder(hold);
  std::thread hopeful(try_hold);
  waiter.join();
  holder.join();
  hopeful.join();
}

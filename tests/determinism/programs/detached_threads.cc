// COVERS: detached threads that end before or after main does.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable done;
int finished = 0;
std::atomic<int> steps{0};

void work(bool reports) {
  steps.fetch_add(1);
  steps.fetch_add(1);
  if (!reports) return;
  const std::lock_guard lock(mutex);
  ++finished;
  done.notify_one();
}

}  // namespace

int main() {
  std::thread(work, true).detach();
  std::thread(work, false).detach();
  std::thread late(work, true);
  late.detach();
  std::unique_lock lock(mutex);
  done.wait(lock, [] { return finished == 2; });
}

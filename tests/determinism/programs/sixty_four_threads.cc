// COVERS: 64 threads at once behind one mutex.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
std::vector<int> arrivals;
std::atomic<int> mixed{0};

void arrive(int name) {
  mixed.store(mixed.load() * 31 + name);
  const std::lock_guard lock(mutex);
  arrivals.push_back(name);
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
  for (int name = 0; name < 64; ++name) threads.emplace_back(arrive, name);
  for (std::thread& thread : threads) thread.join();
  return arrivals.size() == 64 ? 0 : 1;
}

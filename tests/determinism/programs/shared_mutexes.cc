// COVERS: shared_mutex with readers and writers, try forms, shared_timed_mutex.
#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex mutex;
std::shared_timed_mutex timed;
int value = 0;
std::atomic<int> seen{0};

void read_value() {
  {
    const std::shared_lock lock(mutex);
    seen.fetch_add(value);
  }
  if (mutex.try_lock_shared()) {
    seen.fetch_add(10);
    mutex.unlock_shared();
  }
  const std::shared_lock lock(timed, std::chrono::milliseconds(1));
  if (lock.owns_lock()) seen.fetch_add(100);
}

void write_value() {
  {
    const std::unique_lock lock(mutex);
    ++value;
  }
  if (mutex.try_lock()) {
    ++value;
    mutex.unlock();
  }
  const std::unique_lock lock(timed, std::chrono::milliseconds(1));
  if (lock.owns_lock()) seen.fetch_add(1000);
}

}  // namespace

int main() {
  std::thread first_reader(read_value);
  std::thread writer(write_value);
  std::thread second_reader(read_value);
  first_reader.join();
  writer.join();
  second_reader.join();
}

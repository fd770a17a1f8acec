#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "sum.h"

int main() {
  std::mutex mutex;
  std::condition_variable ready;
  bool go = false;
  std::future<long> sum = std::async(std::launch::async, [&] {
    std::unique_lock lock(mutex);
    ready.wait(lock, [&] { return go; });
    return sum_with_threads(1000);
  });
  {
    std::lock_guard lock(mutex);
    go = true;
  }
  ready.notify_one();
  try {
    throw std::runtime_error("thrown through instrumented frames");
  } catch (const std::exception&) {
    std::printf("%ld\n", sum.get());
  }
}

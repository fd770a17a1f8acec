// COVERS: 200 threads one after another, 100 at once, threads that create threads, detached ones that finish before the
// end.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "say.h"

namespace {

void in_sequence() {
  long sum = 0;
  for (int i = 0; i < 200; ++i) std::thread([&sum, i] { sum += i; }).join();
  VALUE(sum);
}

void at_once() {
  long sum = 0;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int i = 0; i < 100; ++i) {
    threads.emplace_back([&, i] {
      const std::lock_guard lock(mutex);
      sum += i;
    });
  }
  for (std::thread& thread : threads) thread.join();
  VALUE(sum);
}

void tree(int depth, std::atomic<int>& leaves) {
  if (depth == 0) {
    ++leaves;
    return;
  }
  std::thread left(tree, depth - 1, std::ref(leaves));
  std::thread right(tree, depth - 1, std::ref(leaves));
  left.join();
  right.join();
}

void detached() {
  static std::atomic<int> finished;
  for (int i = 0; i < 10; ++i) {
    std::thread([] {
      ++finished;
      finished.notify_all();
    }).detach();
  }
  for (int seen = finished; seen < 10; seen = finished) finished.wait(seen);
  VALUE(finished.load());
}

}  // namespace

int main() {
  in_sequence();
  at_once();
  std::atomic<int> leaves = 0;
  tree(4, leaves);
  VALUE(leaves.load());
  detached();
  return 0;
}

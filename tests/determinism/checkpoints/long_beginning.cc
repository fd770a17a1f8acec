// Two threads share thousands of events before they come to what a search would vary: locks, a wait with a time-out,
// allocations, a race. Everything that a checkpoint must keep has been used by then.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int kBeginning = 10'000;

struct Shared {
  std::atomic<int> counter{0};
  std::mutex mutex;
  std::condition_variable condition;
  std::vector<std::unique_ptr<int>> items;
  int plain = 0;
};

thread_local int own_steps;

void begin(Shared& shared) {
  for (int i = 0; i < kBeginning; ++i) {
    shared.counter.fetch_add(1);
    if (++own_steps % 16 == 0) {
      const std::lock_guard lock(shared.mutex);
      shared.items.push_back(std::make_unique<int>(i));
    }
  }
}

void go_on(Shared& shared) {
  shared.plain = own_steps;  // the race
  for (int i = 0; i < 8; ++i) {
    std::unique_lock lock(shared.mutex);
    shared.items.push_back(std::make_unique<int>(shared.counter.load()));
    shared.condition.notify_one();
    shared.condition.wait_for(lock, std::chrono::milliseconds(1));
  }
}

}  // namespace

int main() {
  Shared shared;
  const auto body = [&shared] {
    begin(shared);
    go_on(shared);
  };
  std::thread other(body);
  body();
  other.join();
}

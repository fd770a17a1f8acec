// REPAIRED: Comparison and wait are one critical section.
// FROM: Java PathFinder's case studies (NASA's Remote Agent); jCUTE, table 2: one race and one deadlock, 2 paths, 0.45 s, 3 threads
// INPUT: rounds 0..15
// WITNESS: rounds=2
#include <sleave/sleave.hpp>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

class Event {
 public:
  void signal() {
    const std::lock_guard lock(mutex_);
    ++count_;
    signalled_.notify_all();
  }

  int count() {
    const std::lock_guard lock(mutex_);
    return count_;
  }

  void wait_for_change(int seen) {
    std::unique_lock lock(mutex_);
    signalled_.wait(lock, [&] { return count_ != seen; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable signalled_;
  int count_ = 0;
};

Event planned;
Event executed;

// The executive answers each plan; the planner makes the next when the last was executed.
void plan(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    planned.signal();
    if (i + 1 < rounds) executed.wait_for_change(i);
  }
}

void execute(int rounds) {
  for (int i = 0; i + 1 < rounds; ++i) {
    planned.wait_for_change(i);
    executed.signal();
  }
}

}  // namespace

int main() {
  const int rounds = sleave::any_in(0, 15, "rounds");
  std::thread planner([=] { plan(rounds); });
  std::thread executive([=] { execute(rounds); });
  planner.join();
  executive.join();
}

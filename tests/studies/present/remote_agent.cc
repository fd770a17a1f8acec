// BUG: A task compares an event's count before it waits for the event; a signal that comes in between is missed, and both tasks wait.
// EXPECT: deadlock
// FROM: Java PathFinder's case studies (NASA's Remote Agent); jCUTE, table 2: one race and one deadlock, 2 paths, 0.45 s, 3 threads
// INPUT: rounds 0..15
// WHEN: rounds > 1
// RARE: 7 in 8
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: rounds=2
// NEAR: rounds=1
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
    if (count() != seen) return;
    std::unique_lock lock(mutex_);
    const int now = count_;
    signalled_.wait(lock, [&] { return count_ != now; });
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

// REPAIRED: It gives back what is left.
// FROM: Java PathFinder's case studies (DEOS, a scheduler for avionics); jCUTE, table 2: one assertion, 111 paths, 35.23 s, 6 threads
// INPUT: budget1, budget2 (0..10, ticks of a period of 10), action1, action2 (0 work, 1 delete after the tick, 2 wait for the next period)
// WITNESS: budget1=5 budget2=5 action1=1
#include <sleave/sleave.hpp>

#include <array>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>

namespace {

constexpr int kPeriod = 10;

enum class Action { kWork, kDelete, kWait };

// Threads of a period take turns; each runs until its budget is used or it stops by itself.
class Scheduler {
 public:
  explicit Scheduler(std::array<int, 2> budgets) : budgets_(budgets) {}

  void tick(std::size_t thread) {
    const std::lock_guard lock(mutex_);
    if (used_[thread] >= budgets_[thread]) return;
    ++used_[thread];
    assert(used_[0] + used_[1] <= kPeriod);
  }

  void run_out(std::size_t thread) {
    const std::lock_guard lock(mutex_);
    used_[thread] = budgets_[thread];
    assert(used_[0] + used_[1] <= kPeriod);
  }

  void remove(std::size_t thread) {
    const std::lock_guard lock(mutex_);
    const std::size_t heir = 1 - thread;
    budgets_[heir] += budgets_[thread] - used_[thread];
    budgets_[thread] = used_[thread];
  }

 private:
  std::mutex mutex_;
  std::array<int, 2> budgets_;
  std::array<int, 2> used_{};
};

void live(Scheduler& scheduler, std::size_t thread, Action action) {
  scheduler.tick(thread);
  switch (action) {
    case Action::kDelete:
      scheduler.remove(thread);
      break;
    case Action::kWork:
      scheduler.run_out(thread);
      break;
    case Action::kWait:
      break;
  }
}

}  // namespace

int main() {
  const int budget1 = sleave::any_in(0, kPeriod, "budget1");
  const int budget2 = sleave::any_in(0, kPeriod, "budget2");
  const auto action1 = sleave::any_of<Action>(3, "action1");
  const auto action2 = sleave::any_of<Action>(3, "action2");
  if (budget1 + budget2 > kPeriod) return 0;  // the scheduler would not admit them
  Scheduler scheduler({budget1, budget2});
  std::thread one([&] { live(scheduler, 0, action1); });
  std::thread two([&] { live(scheduler, 1, action2); });
  one.join();
  two.join();
}

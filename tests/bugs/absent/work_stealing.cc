// REPAIRED: For the last task the owner competes through `top`, as a thief does.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

constexpr int kNothing = -1;

class Deque {
 public:
  void push(int task) {
    const int bottom = bottom_.load();
    tasks_[static_cast<std::size_t>(bottom)].store(task);
    bottom_.store(bottom + 1);
  }

  int pop() {
    const int bottom = bottom_.load() - 1;
    bottom_.store(bottom);
    int top = top_.load();
    if (top < bottom) return task_at(bottom);
    int task = kNothing;
    if (top == bottom && top_.compare_exchange_strong(top, top + 1)) task = task_at(bottom);
    bottom_.store(bottom + 1);
    return task;
  }

  int steal() {
    int top = top_.load();
    if (top >= bottom_.load()) return kNothing;
    const int task = task_at(top);
    return top_.compare_exchange_strong(top, top + 1) ? task : kNothing;
  }

 private:
  [[nodiscard]] int task_at(int position) const { return tasks_[static_cast<std::size_t>(position)].load(); }

  std::atomic<int> top_{0};
  std::atomic<int> bottom_{0};
  std::array<std::atomic<int>, 4> tasks_{};
};

Deque deque;
std::array<std::atomic<int>, 2> executions{};

void execute(int task) {
  if (task == kNothing) return;
  const int before = executions[static_cast<std::size_t>(task)].fetch_add(1);
  assert(before == 0);
}

}  // namespace

int main() {
  deque.push(0);
  deque.push(1);
  std::thread owner([] {
    execute(deque.pop());
    execute(deque.pop());
  });
  std::thread thief([] { execute(deque.steal()); });
  owner.join();
  thief.join();
}

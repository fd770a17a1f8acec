// REPAIRED: The owner lowers the bottom first and reads the top afterwards.
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <thread>

namespace {

constexpr int kNothing = -1;

std::array<std::atomic<int>, 4> tasks{0, 1, 2, 3};
std::atomic<int> top{0};
std::atomic<int> bottom{3};
std::array<std::atomic<int>, 4> executions{};

int task_at(int position) { return tasks[static_cast<std::size_t>(position)].load(); }

int pop() {
  const int last = bottom.load() - 1;
  bottom.store(last);
  int first = top.load();
  if (first < last) return task_at(last);
  int task = first == last ? task_at(last) : kNothing;
  if (task != kNothing && !top.compare_exchange_strong(first, first + 1)) task = kNothing;
  bottom.store(last + 1);
  return task;
}

int steal() {
  int first = top.load();
  if (first >= bottom.load()) return kNothing;
  const int task = task_at(first);
  return top.compare_exchange_strong(first, first + 1) ? task : kNothing;
}

void execute(int task) {
  if (task == kNothing) return;
  const int before = executions[static_cast<std::size_t>(task)].fetch_add(1);
  assert(before == 0);
}

}  // namespace

int main() {
  std::thread owner([] {
    for (int i = 0; i < 3; ++i) execute(pop());
  });
  std::thread thief([] {
    for (int i = 0; i < 3; ++i) execute(steal());
  });
  owner.join();
  thief.join();
}

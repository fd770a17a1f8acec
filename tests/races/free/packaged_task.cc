// FREE: A packaged_task is made in one thread, run in another, and its result taken in the first.
// WHY: Creation of the thread orders the making, the shared state the result.
#include <future>
#include <thread>
#include <utility>

int side_effect;
int seen;

int main() {
  std::packaged_task<int()> task([] { return side_effect = 4; });
  auto result = task.get_future();
  std::thread runner(std::move(task));
  seen = result.get() + side_effect;
  runner.join();
}

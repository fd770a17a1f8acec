// RACE: The function of a packaged_task goes on changing a variable that the caller reads.
// WHY: The caller does not wait for the result before it reads.
#include <future>
#include <thread>
#include <utility>

int progress;
int seen;

int main() {
  std::packaged_task<int()> task([] {
    progress = 4;  // race: write
    return 0;
  });
  auto result = task.get_future();
  std::thread runner(std::move(task));
  seen = progress;  // race: read
  result.get();
  runner.join();
}

// COVERS: async, future, promise, packaged_task, shared_future.
#include <atomic>
#include <future>
#include <thread>
#include <utility>

namespace {

std::atomic<int> seen{0};

int square(int x) {
  seen.fetch_add(x);
  return x * x;
}

}  // namespace

int main() {
  std::future<int> eager = std::async(std::launch::async, square, 3);
  std::future<int> lazy = std::async(std::launch::deferred, square, 4);
  std::promise<int> promise;
  std::shared_future<int> promised = promise.get_future().share();
  std::packaged_task<int(int)> task(square);
  std::future<int> packaged = task.get_future();

  std::thread reader([promised] { seen.fetch_add(promised.get()); });
  std::thread runner(std::move(task), 5);
  std::thread keeper([&promise] { promise.set_value(7); });
  seen.fetch_add(eager.get() + lazy.get() + packaged.get() + promised.get());
  reader.join();
  runner.join();
  keeper.join();
}

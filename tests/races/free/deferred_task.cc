// FREE: A deferred task runs in the thread that asks for its result.
// WHY: Calling thread and task are one thread.
#include <future>
#include <thread>

int value;

int main() {
  auto task = std::async(std::launch::deferred, [] { return ++value; });
  std::thread asker([&task] { task.get(); });
  asker.join();
  ++value;
}

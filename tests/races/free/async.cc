// FREE: A task in another thread changes a variable of its caller, which reads it after get.
// WHY: The completion of the task synchronizes with get.
#include <future>

int seen;

int main() {
  int value = 0;
  auto task = std::async(std::launch::async, [&value] { value = 1; });
  task.get();
  seen = value;
}

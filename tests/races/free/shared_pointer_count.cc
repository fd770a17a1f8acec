// FREE: Threads copy and drop copies of one shared_ptr.
// WHY: The count is atomic; each thread has a shared_ptr object of its own.
#include <memory>
#include <thread>

int seen[2];

void use(int thread, std::shared_ptr<int> pointer) {
  const std::shared_ptr<int> another = pointer;
  pointer.reset();
  seen[thread] = *another;
}

int main() {
  auto pointer = std::make_shared<int>(3);
  std::thread a(use, 0, pointer);
  std::thread b(use, 1, pointer);
  pointer.reset();
  a.join();
  b.join();
}

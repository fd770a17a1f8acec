// Both counts of a shared_ptr are also read as one word: such words are never read late, and the result says so.
#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(1);
  std::thread first([copy = shared]() mutable { copy.reset(); });
  std::thread second([copy = shared]() mutable { copy.reset(); });
  first.join();
  second.join();
  assert(shared.use_count() == 1 && *shared == 1);
}

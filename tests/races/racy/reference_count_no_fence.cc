// RACE: A reference count is decremented with release, and the fence before the clean-up is missing.
// WHY: The last owner does not acquire.
#include <atomic>
#include <thread>

std::atomic<int> references{2};
int object[2];

void use_and_release(int thread) {
  object[thread] = 1;  // race: write
  if (references.fetch_sub(1, std::memory_order_release) != 1) return;
  object[0] = object[1] = -1;  // race: write
}

int main() {
  std::thread a(use_and_release, 0);
  std::thread b(use_and_release, 1);
  a.join();
  b.join();
}

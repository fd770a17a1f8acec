// FREE: A reference count is decremented with release; only the last owner executes an acquire fence.
// WHY: The fence after the read-modify-write synchronizes with every release in the sequence [atomics.fences].
// TSAN: It does not know fences.
#include <atomic>
#include <thread>

std::atomic<int> references{3};
int object[3];

void use_and_release(int thread) {
  object[thread] = 1;
  if (references.fetch_sub(1, std::memory_order_release) != 1) return;
  std::atomic_thread_fence(std::memory_order_acquire);
  for (int& part : object) part = -1;
}

int main() {
  std::thread a(use_and_release, 0);
  std::thread b(use_and_release, 1);
  std::thread c(use_and_release, 2);
  a.join();
  b.join();
  c.join();
}

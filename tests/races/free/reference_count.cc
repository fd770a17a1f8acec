// FREE: A reference count is decremented with acquire and release; the last owner cleans the object up.
// WHY: The decrements form a release sequence, and the last one acquires from all.
#include <atomic>
#include <thread>

std::atomic<int> references{2};
int object[2];

void use_and_release(int thread) {
  object[thread] = 1;
  if (references.fetch_sub(1, std::memory_order_acq_rel) == 1) object[0] = object[1] = -1;
}

int main() {
  std::thread a(use_and_release, 0);
  std::thread b(use_and_release, 1);
  a.join();
  b.join();
}

// RACE: A reference count is decremented with relaxed order; the last owner cleans the object up.
// SCHEDULE: some; the thread that did not write must be the last.
// WHY: The other owner's write to the object does not happen before the clean-up.
#include <atomic>
#include <thread>

std::atomic<int> references{2};
int object;

void use_and_release(int value) {
  if (value == 0) {
    object = 1;  // race: write
  }
  if (references.fetch_sub(1, std::memory_order_relaxed) == 1) {
    object = -1;  // race: write
  }
}

int main() {
  std::thread a(use_and_release, 0);
  std::thread b(use_and_release, 1);
  a.join();
  b.join();
}

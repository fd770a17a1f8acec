// FREE: A failed compare-exchange with acquire as failure order reads the pointer that another thread published.
// WHY: The failed operation is an acquire load of the winner's release.
#include <atomic>
#include <thread>

struct Object {
  int value = 0;
};

Object objects[2];
std::atomic<Object*> instance;
int seen[2];

void use(int thread) {
  Object* mine = &objects[thread];
  mine->value = 7;
  Object* there = nullptr;
  if (instance.compare_exchange_strong(there, mine, std::memory_order_release, std::memory_order_acquire)) there = mine;
  seen[thread] = there->value;
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}

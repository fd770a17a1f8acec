// RACE: A failed compare-exchange with relaxed failure order reads the pointer that another thread published.
// WHY: On failure only the second order counts; whoever comes second fails and uses the winner's object.
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
  mine->value = 7;  // race: write
  Object* there = nullptr;
  if (instance.compare_exchange_strong(there, mine, std::memory_order_acq_rel, std::memory_order_relaxed)) there = mine;
  seen[thread] = there->value;  // race: read
}

int main() {
  std::thread a(use, 0);
  std::thread b(use, 1);
  a.join();
  b.join();
}

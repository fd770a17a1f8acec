// RACE: One thread uses an object through atomic_ref, another directly.
// WHY: One of the conflicting accesses is not atomic.
#include <atomic>
#include <thread>

int counter;

void increment_atomically() {
  std::atomic_ref(counter).fetch_add(1);  // race: write
}

void increment() {
  ++counter;  // race: write
}

int main() {
  std::thread a(increment_atomically);
  std::thread b(increment);
  a.join();
  b.join();
}

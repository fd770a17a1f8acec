// FREE: A plain object is used through atomic_ref by all threads while they run.
// WHY: Operations through atomic_ref are atomic; the plain read comes after the joins.
#include <atomic>
#include <thread>

int counter;
int seen;

void increment() { std::atomic_ref(counter).fetch_add(1, std::memory_order_relaxed); }

int main() {
  std::thread a(increment);
  std::thread b(increment);
  a.join();
  b.join();
  seen = counter;
}

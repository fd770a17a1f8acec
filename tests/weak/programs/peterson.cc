// BUG: Peterson's lock needs sequential consistency where a thread announces itself and then looks at the other.
#include <atomic>
#include <cassert>
#include <thread>

namespace {

#ifdef REPAIRED
constexpr auto store = std::memory_order_seq_cst;
constexpr auto load = std::memory_order_seq_cst;
#else
constexpr auto store = std::memory_order_release;
constexpr auto load = std::memory_order_acquire;
#endif

std::atomic<bool> wants[2];
std::atomic<int> turn;
std::atomic<int> inside;

void enter(int self) {
  wants[self].store(true, store);
  turn.store(1 - self, store);
  while (wants[1 - self].load(load) && turn.load(load) == 1 - self) {
  }
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  wants[self].store(false, std::memory_order_release);
}

}  // namespace

int main() {
  std::thread first(enter, 0);
  std::thread second(enter, 1);
  first.join();
  second.join();
}

// BUG: who is about to sleep announces it and then looks; who makes ready does so and then looks for sleepers. Both miss
// each other unless all four operations are sequentially consistent.
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

std::atomic<bool> ready;
std::atomic<bool> waits;
bool sleeps;
bool wakes;

}  // namespace

int main() {
  std::thread sleeper([] {
    waits.store(true, store);
    sleeps = !ready.load(load);
  });
  std::thread waker([] {
    ready.store(true, store);
    wakes = waits.load(load);
  });
  sleeper.join();
  waker.join();
  assert(!sleeps || wakes);
}

// BUG: A home-made lock is released by one weak compare-exchange, which may fail although the value is the expected one.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> state{0};
std::atomic<int> skipped{0};

void lock() {
  int expected = 0;
  while (!state.compare_exchange_weak(expected, 1)) {
    expected = 0;
    std::this_thread::yield();
  }
}

void unlock() {
  int expected = 1;
  state.compare_exchange_weak(expected, 0);
}

void work() {
  if (state.load() != 0) {
    skipped.fetch_add(1);
    return;
  }
  lock();
  unlock();
}

}  // namespace

int main() {
  std::thread one(work);
  one.join();
  std::thread other(work);
  other.join();
  assert(skipped.load() == 0);
}

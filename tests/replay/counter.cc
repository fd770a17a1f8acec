// BUG: A lost update; built twice, with and without CHANGED, which leaves out one event of each thread.
// EXPECT: assertion
#include <atomic>
#include <cassert>
#include <thread>

namespace {

std::atomic<int> counter{0};

void count() {
#ifdef CHANGED
  counter.fetch_add(1);
#else
  const int seen = counter.load();
  counter.store(seen + 1);
#endif
}

}  // namespace

int main() {
  std::thread first(count);
  std::thread second(count);
  first.join();
  second.join();
  assert(counter.load() == 2);
}

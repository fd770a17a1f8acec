// No order would help: the counter orders the accesses only in runs in which both threads come to it in between.
#include <atomic>
#include <thread>

namespace {

int last;
std::atomic<int> calls;

}  // namespace

int main() {
  std::thread one([] {
    last = 1;
    calls.fetch_add(1, std::memory_order_relaxed);
  });
  std::thread other([] {
    calls.fetch_add(1, std::memory_order_relaxed);
    last = 2;
  });
  one.join();
  other.join();
  return last == 0 ? 1 : 0;
}

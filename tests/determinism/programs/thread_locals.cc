// COVERS: thread_local objects with constructors and destructors that synchronise.
#include <atomic>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::atomic<int> alive{0};
std::atomic<int> order{0};

struct Account {
  explicit Account(int number) : name(number) { alive.fetch_add(1); }
  ~Account() {
    const std::lock_guard lock(mutex);
    order.store(order.load() * 4 + name);
    alive.fetch_sub(1);
  }
  int name;
};

thread_local int depth = 0;

void work(int number) {
  thread_local Account outer(number);
  thread_local Account inner(number + 1);
  ++depth;
  order.fetch_add(depth + outer.name + inner.name);
}

}  // namespace

int main() {
  std::thread first(work, 1);
  std::thread second(work, 2);
  work(0);
  first.join();
  second.join();
  return depth == 1 ? 0 : 1;
}

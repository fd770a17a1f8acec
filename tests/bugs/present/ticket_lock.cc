// BUG: A ticket is taken by load and store; two threads hold the same ticket.
// EXPECT: assertion|no_progress
#include <atomic>
#include <cassert>
#include <thread>

namespace {

class TicketLock {
 public:
  void lock() {
    const int mine = next_.load();
    next_.store(mine + 1);
    while (serving_.load() != mine) std::this_thread::yield();
  }
  void unlock() { serving_.fetch_add(1); }

 private:
  std::atomic<int> next_{0};
  std::atomic<int> serving_{0};
};

TicketLock door;
std::atomic<int> inside{0};

void visit() {
  door.lock();
  const int others = inside.fetch_add(1);
  assert(others == 0);
  inside.fetch_sub(1);
  door.unlock();
}

}  // namespace

int main() {
  std::thread first(visit);
  std::thread second(visit);
  first.join();
  second.join();
}

// A lock for many readers or one writer, as Linux had it. Each of two threads reads once, then writes once.
// Bug: who had to wait takes the lock by a relaxed update.
#include "measured.h"

namespace {

constexpr int kAll = 1 << 20;
std::atomic<int> left{kAll};
Plain<int> shared;

bool is_enough(int found, int share) { return share == kAll ? found == kAll : found > 0; }

void lock(int share) {
  int found = left.fetch_sub(share, acquire);
  while (!is_enough(found, share)) {
    left.fetch_add(share, relaxed);
    while (!is_enough(left.load(relaxed), share)) sched_yield();
    found = left.fetch_sub(share, broken(acquire));
  }
}

void unlock(int share) { left.fetch_add(share, release); }

void read_and_write() {
  lock(1);
  shared.read();
  unlock(1);
  lock(kAll);
  shared.write(1);
  unlock(kAll);
}

}  // namespace

int main() {
  std::thread first(read_and_write);
  std::thread second(read_and_write);
  first.join();
  second.join();
  assert(shared.read() > 0);
}

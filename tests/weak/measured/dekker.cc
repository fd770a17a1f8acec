// Dekker's lock with fences, taken once by each of two threads.
// Bug: the first thread has no fence between its wish and its first look at the other's.
#include "measured.h"

namespace {

std::atomic<bool> wishes[2];
std::atomic<int> turn;
Plain<int> shared;

void give_way(int self) {
  wishes[self].store(false, relaxed);
  while (turn.load(relaxed) != self) sched_yield();
  wishes[self].store(true, relaxed);
  std::atomic_thread_fence(seq_cst);
}

void lock(int self) {
  wishes[self].store(true, relaxed);
  if (self == 1 || broken(seq_cst) == seq_cst) std::atomic_thread_fence(seq_cst);
  while (wishes[1 - self].load(relaxed)) {
    if (turn.load(relaxed) != self)
      give_way(self);
    else
      sched_yield();
  }
  std::atomic_thread_fence(acquire);
}

void unlock(int self) {
  turn.store(1 - self, relaxed);
  std::atomic_thread_fence(release);
  wishes[self].store(false, relaxed);
}

void enter(int self) {
  lock(self);
  shared.write(self + 1);
  unlock(self);
}

}  // namespace

int main() {
  std::thread first(enter, 0);
  std::thread second(enter, 1);
  first.join();
  second.join();
  assert(shared.read() > 0);
}

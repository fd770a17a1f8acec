// cpp11-on-multicore, commit 41ac9c7 (July 2016); needs its folder common/.
//
// The last reader wakes a writer, but has not acquired what the other readers released: the writer's accesses race with
// theirs by C++. Matters on ARM and POWER. Found in run 1.
#include <cassert>
#include <cstdint>
#include <thread>
#include "rwlock.h"
int main() {
  NonRecursiveRWLock l;
  int a = 0, b = 0;
  auto w = [&] {
    for (int i = 0; i < 2; i++) {
      WriteLockGuard<NonRecursiveRWLock> g(l);
      a++;
      b++;
    }
  };
  auto r = [&] {
    for (int i = 0; i < 2; i++) {
      ReadLockGuard<NonRecursiveRWLock> g(l);
      assert(a == b);
    }
  };
  std::thread t1(w), t2(r), t3(r);
  w();
  t1.join();
  t2.join();
  t3.join();
  assert(a == 4);
}

// mtrebi/thread-pool, commit dac6bdd (October 2020); needs its folder include/.
//
// submit() and shutdown() notify without the mutex of the condition variable: lost wake-up, deadlock. Found in run 1.
#include <cassert>
#include "ThreadPool.h"
int main() {
  ThreadPool p(2);
  p.init();
  auto a = p.submit([](int x) { return x + 1; }, 1);
  auto b = p.submit([](int x) { return x + 1; }, 2);
  assert(a.get() == 2 && b.get() == 3);
  p.shutdown();
}

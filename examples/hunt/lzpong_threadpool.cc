// lzpong/threadpool, commit b3dfc00 (July 2025); needs its header threadpool.h.
//
// The destructor clears the flag and notifies without the mutex: a worker between its check and its wait sleeps
// forever, and the destructor with it. Found in run 341.
#include <cassert>
#include "threadpool.h"
int main() {
  std::atomic<int> n{0};
  {
    std::threadpool p(1);
    auto f = p.commit([&] {
      n++;
      return 4;
    });
    assert(f.get() == 4);
    p.commit2([&] { n++; });
  }
  assert(n == 2);
}

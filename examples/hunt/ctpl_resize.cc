// CTPL, commit 437e135 (June 2015); needs ctpl_stl.h.
//
// After resize(), stop(true) returns although a task still runs. Found in run 52.
#include <cassert>
#include "ctpl_stl.h"
int main() {
  std::atomic<int> n{0};
  {
    ctpl::thread_pool p(2);
    auto f = p.push([&](int) {
      n++;
      return 5;
    });
    p.push([&](int) { n++; });
    assert(f.get() == 5);
    p.resize(1);
    p.push([&](int) { n++; });
    p.stop(true);
  }
  assert(n == 3);
}

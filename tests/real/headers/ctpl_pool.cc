#include <ctpl_stl.h>
#include "client.h"
int main() {
  ctpl::thread_pool pool(1);
  auto a = pool.push([](int) { return 1; });
  assert(a.get() == 1);
}

#include <ThreadPool.h>
#include "client.h"
int main() {
  ThreadPool pool(2);
  auto a = pool.enqueue([] { return 1; });
  assert(a.get() == 1);
}

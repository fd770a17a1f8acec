#include <BS_thread_pool.hpp>
#include "client.h"
int main() {
  BS::thread_pool<> pool(1);
  auto a = pool.submit_task([] { return 1; });
  assert(a.get() == 1);
}

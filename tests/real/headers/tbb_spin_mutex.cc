#include <oneapi/tbb/spin_mutex.h>
#include "client.h"
tbb::spin_mutex lock;
int count;
int main() {
  auto add = [] {
    tbb::spin_mutex::scoped_lock hold(lock);
    ++count;
  };
  together({add, add});
  assert(count == 2);
}

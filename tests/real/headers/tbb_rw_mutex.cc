#include <oneapi/tbb/spin_rw_mutex.h>
#include "client.h"
tbb::spin_rw_mutex lock;
int count;
int main() {
  auto add = [] {
    tbb::spin_rw_mutex::scoped_lock hold(lock, true);
    ++count;
  };
  auto look = [] {
    tbb::spin_rw_mutex::scoped_lock hold(lock, false);
    int c = count;
    (void)c;
  };
  together({add, look});
}

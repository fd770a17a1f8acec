#include <ttas_spin_mutex.hpp>
#include "client.h"
yamc::spin_ttas::mutex lock;
int count;
int main() {
  auto add = [] {
    lock.lock();
    ++count;
    lock.unlock();
  };
  together({add, add});
  assert(count == 2);
}

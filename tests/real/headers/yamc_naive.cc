#include <naive_spin_mutex.hpp>
#include "client.h"
yamc::spin::mutex lock;
int count;
int main() {
  auto add = [] {
    lock.lock();
    ++count;
    lock.unlock();
  };
  together({add, add, add});
  assert(count == 3);
}

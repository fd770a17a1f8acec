#include <fair_mutex.hpp>
#include "client.h"
yamc::fair::mutex lock;
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

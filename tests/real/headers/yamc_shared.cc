#include <alternate_shared_mutex.hpp>
#include "client.h"
yamc::alternate::shared_mutex lock;
int count;
int main() {
  auto add = [] {
    lock.lock();
    ++count;
    lock.unlock();
  };
  auto look = [] {
    lock.lock_shared();
    int c = count;
    (void)c;
    lock.unlock_shared();
  };
  together({add, look, look});
}

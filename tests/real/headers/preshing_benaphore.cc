#include <benaphore.h>
#include <mutex>
#include "client.h"
int main() {
  NonRecursiveBenaphore lock;
  int data = 0;
  auto add = [&] {
    lock.lock();
    ++data;
    lock.unlock();
  };
  together({add, add});
  assert(data == 2);
}

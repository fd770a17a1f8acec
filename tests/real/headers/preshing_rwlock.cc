#include <rwlock.h>
#include <mutex>
#include "client.h"
int main() {
  NonRecursiveRWLock lock;
  int data = 0;
  together({[&] {
              lock.lockWriter();
              ++data;
              lock.unlockWriter();
            },
            [&] {
              lock.lockReader();
              int d = data;
              (void)d;
              lock.unlockReader();
            }});
}

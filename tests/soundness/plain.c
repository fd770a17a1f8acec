/* Compiled by another compiler: what happens in here Sleave does not see. */
#include <stdatomic.h>

static _Atomic int exchanged;
int plain_exchange(int value) { return atomic_exchange(&exchanged, value); }

int plain_compare(const void* left, const void* right) {
  exchanged = *(const int*)left;
  return *(const int*)left - *(const int*)right;
}

void* plain_thread(void* result) {
  exchanged = 1;
  return result;
}

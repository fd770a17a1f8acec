// ConcurrencyFreaks, commit ae40ca8 (October 2025), C11/locks; needs -DL=NAME -DHDR='"NAME.h"'.
//
// Mutual exclusion, for five locks with the same interface. clh_mutex: a lock that is found free at once is taken with
// a relaxed load; critical sections race by C11. Found in run 1.
#include <stdint.h>
#include HDR
#include <assert.h>
#include <pthread.h>
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
static CAT(L, _t) l;
static int n;
static void* th(void* p) {
  for (int i = 0; i < 2; i++) {
    CAT(L, _lock)(&l);
    n++;
    CAT(L, _unlock)(&l);
  }
  return 0;
}
int main(void) {
  CAT(L, _init)(&l);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, th, 0);
  th(0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 6);
  CAT(L, _destroy)(&l);
}

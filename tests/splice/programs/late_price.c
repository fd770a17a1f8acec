// The example of the thesis' chapter on splices, in other words: that a thread finds a price above 1 takes the other
// thread's assignment of an input between its own and its test, and an input of 2 at least.
//
// SIDES: 3 alone, 4 in all; assertion
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>

static atomic_int price;

static void* seller(void* unused) {
  (void)unused;
  atomic_store(&price, 1);
  if (atomic_load(&price) > 1) assert(!"sold too dear");
  return 0;
}

static void* customer(void* unused) {
  (void)unused;
  int offer;
  sleave_symbolic(&offer, sizeof offer, "offer");
  atomic_store(&price, 0);
  if (offer > 0) atomic_store(&price, offer);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, seller, 0);
  pthread_create(&threads[1], 0, customer, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}

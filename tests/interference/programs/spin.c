// A loop that waits by looking: how often it looks in vain is no branch of its own. The flag takes one interference,
// the number behind it another, and that it is odd an input.
//
// SIDES: 1 1 2
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>

static atomic_int ready;
static atomic_int number;
static int odd;

static void* publish(void* unused) {
  (void)unused;
  unsigned char what;
  sleave_symbolic(&what, sizeof what, "what");
  atomic_store(&number, what);
  atomic_store(&ready, 1);
  return 0;
}

static void* take(void* unused) {
  (void)unused;
  while (atomic_load(&ready) == 0) {
  }
  if ((atomic_load(&number) & 1) != 0) odd = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, take, 0);
  pthread_create(&threads[1], 0, publish, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return odd;
}

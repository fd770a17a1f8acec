// REPAIRED: The pool is closed after the thread was joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int lent;
static atomic_int closed;

static void hand_back(void* cache) {
  int too_late = atomic_load(&closed);
  assert(!too_late);
  atomic_fetch_sub((atomic_int*)cache, 1);
}

static void* work(void* unused) {
  atomic_fetch_add(&lent, 1);
  pthread_setspecific(key, &lent);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, hand_back);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  if (atomic_load(&lent) == 0) atomic_store(&closed, 1);
}

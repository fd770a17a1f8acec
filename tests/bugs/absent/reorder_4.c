// REPAIRED: Setters and checker hold a lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kSetters = 4 };

static atomic_int left, right;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* set(void* unused) {
  pthread_mutex_lock(&lock);
  atomic_store(&left, 1);
  atomic_store(&right, -1);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* check(void* unused) {
  pthread_mutex_lock(&lock);
  int a = atomic_load(&left);
  int b = atomic_load(&right);
  pthread_mutex_unlock(&lock);
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
  return unused;
}

int main(void) {
  pthread_t threads[kSetters + 1];
  for (int i = 0; i < kSetters; ++i) pthread_create(&threads[i], 0, set, 0);
  pthread_create(&threads[kSetters], 0, check, 0);
  for (int i = 0; i <= kSetters; ++i) pthread_join(threads[i], 0);
}

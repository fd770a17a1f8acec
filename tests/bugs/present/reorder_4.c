// BUG: Four setters write two variables one after the other; the checker sees one without the other.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kSetters = 4 };

static atomic_int left, right;

static void* set(void* unused) {
  atomic_store(&left, 1);
  atomic_store(&right, -1);
  return unused;
}

static void* check(void* unused) {
  int a = atomic_load(&left);
  int b = atomic_load(&right);
  assert((a == 0 && b == 0) || (a == 1 && b == -1));
  return unused;
}

int main(void) {
  pthread_t threads[kSetters + 1];
  for (int i = 0; i < kSetters; ++i) pthread_create(&threads[i], 0, set, 0);
  pthread_create(&threads[kSetters], 0, check, 0);
  for (int i = 0; i <= kSetters; ++i) pthread_join(threads[i], 0);
}

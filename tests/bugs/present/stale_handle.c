// BUG: A handle is an index into a table; its slot is given to another user before the first is done with it.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kFree, kFirst, kSecond };

static atomic_int owner = kFirst;

static void* use(void* unused) {
  if (atomic_load(&owner) != kFirst) return unused;
  int found = atomic_load(&owner);
  assert(found != kSecond);
  return unused;
}

static void* close_handle(void* unused) {
  atomic_store(&owner, kFree);
  return unused;
}

static void* open_handle(void* unused) {
  int expected = kFree;
  atomic_compare_exchange_strong(&owner, &expected, kSecond);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, use, 0);
  pthread_create(&threads[1], 0, close_handle, 0);
  pthread_create(&threads[2], 0, open_handle, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}

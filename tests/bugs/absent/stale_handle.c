// REPAIRED: A slot has users, and is given to another only when the last one has left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kFree, kFirst, kSecond };

static atomic_int owner = kFirst;
static atomic_int users;

static void* use(void* unused) {
  atomic_fetch_add(&users, 1);
  if (atomic_load(&owner) != kFirst) {
    atomic_fetch_sub(&users, 1);
    return unused;
  }
  int found = atomic_load(&owner);
  assert(found != kSecond);
  atomic_fetch_sub(&users, 1);
  return unused;
}

static void* close_handle(void* unused) {
  atomic_store(&owner, kFree);
  return unused;
}

static void* open_handle(void* unused) {
  int freed = atomic_load(&owner) == kFree;
  if (!freed || atomic_load(&users) != 0) return unused;
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

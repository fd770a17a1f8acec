// BUG: Three threads change a value under one lock, a fourth under another, and expects that nobody interferes.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kOthers = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value;

static void* careful(void* unused) {
  pthread_mutex_lock(&lock);
  int before = atomic_load(&value);
  atomic_store(&value, before + 1);
  int after = atomic_load(&value);
  pthread_mutex_unlock(&lock);
  assert(after == before + 1);
  return unused;
}

static void* other(void* unused) {
  pthread_mutex_lock(&other_lock);
  atomic_fetch_add(&value, 1);
  pthread_mutex_unlock(&other_lock);
  return unused;
}

int main(void) {
  pthread_t threads[kOthers + 1];
  pthread_create(&threads[0], 0, careful, 0);
  for (int i = 1; i <= kOthers; ++i) pthread_create(&threads[i], 0, other, 0);
  for (int i = 0; i <= kOthers; ++i) pthread_join(threads[i], 0);
}

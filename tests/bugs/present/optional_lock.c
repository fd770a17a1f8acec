// BUG: Locking is skipped until a second thread exists; the flag changes between lock and unlock.
// EXPECT: foreign_unlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int threaded;
static atomic_int total;

static int enter(void) {
  int locked = atomic_load(&threaded);
  if (locked) pthread_mutex_lock(&lock);
  return locked;
}

static void leave(int locked) {
  (void)locked;
  if (atomic_load(&threaded)) pthread_mutex_unlock(&lock);
}

static void* add(void* unused) {
  int locked = enter();
  atomic_fetch_add(&total, 1);
  leave(locked);
  return unused;
}

static void* become_threaded(void* unused) {
  atomic_store(&threaded, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, become_threaded, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// FREE: Two threads use a spin lock of the thread library.
// WHY: Unlock synchronizes with the next lock, trylock included.
#include <pthread.h>

pthread_spinlock_t lock;
int data;

static void* update(void* unused) {
  pthread_spin_lock(&lock);
  ++data;
  pthread_spin_unlock(&lock);
  return unused;
}

static void* try_update(void* unused) {
  if (pthread_spin_trylock(&lock) != 0) return unused;
  ++data;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&threads[0], 0, update, 0);
  pthread_create(&threads[1], 0, try_update, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  pthread_spin_destroy(&lock);
}

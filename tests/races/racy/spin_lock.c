// RACE: Data is read outside the spin lock that protects its writes.
// WHY: The reader does not take the lock.
#include <pthread.h>

pthread_spinlock_t lock;
int data;
int seen;

static void* update(void* unused) {
  pthread_spin_lock(&lock);
  ++data;  // race: write
  pthread_spin_unlock(&lock);
  return unused;
}

static void* look(void* unused) {
  seen = data;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&threads[0], 0, update, 0);
  pthread_create(&threads[1], 0, look, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

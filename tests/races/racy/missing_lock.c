// RACE: One of two threads forgets the lock.
// WHY: A lock orders only those who take it.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;

static void* careful(void* unused) {
  pthread_mutex_lock(&lock);
  balance += 10;  // race: write
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* careless(void* unused) {
  balance -= 10;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, careful, 0);
  pthread_create(&threads[1], 0, careless, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

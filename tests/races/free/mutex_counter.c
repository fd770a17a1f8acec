// FREE: Both threads take the lock.
// WHY: Each unlock synchronizes with the next lock of the same mutex.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance;

static void* deposit(void* unused) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    balance += 10;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, deposit, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

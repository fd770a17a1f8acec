// FREE: A semaphore hands a message over.
// WHY: sem_post synchronizes with the sem_wait that it lets through.
#include <pthread.h>
#include <semaphore.h>

sem_t full;
int message;
int seen;

static void* produce(void* unused) {
  message = 1;
  sem_post(&full);
  return unused;
}

static void* consume(void* unused) {
  sem_wait(&full);
  seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&full, 0, 0);
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// RACE: A semaphore with two permits is used as if it were a lock.
// SCHEDULE: some; both must be inside together.
// WHY: A wait that does not see the other's post is not ordered after it.
#include <pthread.h>
#include <semaphore.h>

sem_t permits;
int data;

static void* update(void* unused) {
  sem_wait(&permits);
  ++data;  // race: write
  sem_post(&permits);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&permits, 0, 2);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// BUG: A producer takes the lock and then waits for a free slot, which the consumer can only make with the lock.
// EXPECT: deadlock
#include <pthread.h>
#include <semaphore.h>

enum { kItems = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t free_slots, items;
static int stored;

static void* produce(void* unused) {
  for (int i = 0; i < kItems; ++i) {
    pthread_mutex_lock(&lock);
    sem_wait(&free_slots);
    ++stored;
    pthread_mutex_unlock(&lock);
    sem_post(&items);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int i = 0; i < kItems; ++i) {
    sem_wait(&items);
    pthread_mutex_lock(&lock);
    --stored;
    pthread_mutex_unlock(&lock);
    sem_post(&free_slots);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&free_slots, 0, 2);
  sem_init(&items, 0, 0);
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

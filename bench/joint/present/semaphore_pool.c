// BUG: Each worker takes its two buffers one at a time; with a pool of exactly two, each can hold one and wait for the other.
// EXPECT: deadlock
// INPUT: buffers 16 bits, rounded up to whole pages of 4 buffers, minus 2 that are kept back; 0 means the default of 8
// WHEN: 1 <= buffers <= 4
// RARE: 1 in 2^14
// NEEDS: 0 interferences, 1 preemption, 3 threads
// WITNESS: buffers=3
// NEAR: buffers=5
#include <pthread.h>
#include <semaphore.h>
#include <sleave/sleave.h>
#include <stdint.h>

enum { DEFAULT = 8, PAGE = 4, KEPT_BACK = 2 };

static sem_t pool;

static unsigned pool_size(uint16_t asked) {
  const unsigned wanted = asked == 0 ? DEFAULT : asked;
  return (wanted + PAGE - 1) / PAGE * PAGE - KEPT_BACK;
}

static void* work(void* unused) {
  sem_wait(&pool);
  sem_wait(&pool);
  sem_post(&pool);
  sem_post(&pool);
  return unused;
}

int main(void) {
  pthread_t workers[2];
  uint16_t buffers = 0;
  sleave_symbolic(&buffers, sizeof buffers, "buffers");
  sem_init(&pool, 0, pool_size(buffers));
  for (int i = 0; i < 2; ++i) pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(workers[i], NULL);
}

// Two threads wait for ever, one for a lock that the other holds, and that one for a signal that nobody sends; the main
// thread goes on and on. So no run ends by itself.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER, mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t taken;

static void* hold_and_wait(void* nothing) {
  pthread_mutex_lock(&held);
  sem_post(&taken);
  pthread_mutex_lock(&mutex);
  for (;;) pthread_cond_wait(&never, &mutex);
  return nothing;
}

static void* want(void* nothing) {
  pthread_mutex_lock(&held);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  sem_init(&taken, 0, 0);
  pthread_create(&threads[0], NULL, hold_and_wait, NULL);
  sem_wait(&taken);
  pthread_create(&threads[1], NULL, want, NULL);
  for (;;) usleep(1000);
}

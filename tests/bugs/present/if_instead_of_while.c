// BUG: The consumer does not look at its condition again when its wait ends, which may be without a signal.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void* produce(void* unused) {
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_mutex_lock(&lock);
  if (!ready) pthread_cond_wait(&changed, &lock);
  assert(ready);
  pthread_mutex_unlock(&lock);
  pthread_join(producer, NULL);
  return 0;
}

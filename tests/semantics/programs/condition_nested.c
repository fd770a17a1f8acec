/* COVERS: a condition wait with a recursive mutex held twice gives up one level only, so another thread cannot take it.
 */
#include <pthread.h>

#include "say.h"
#include "times.h"

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* another(void* argument) {
  (void)argument;
  const struct timespec soon = from_now(CLOCK_REALTIME, 20);
  ERROR(pthread_mutex_timedlock(&mutex, &soon));
  return NULL;
}

int main(void) {
  pthread_t thread;
  ERROR(pthread_mutex_lock(&mutex));
  ERROR(pthread_mutex_lock(&mutex));
  if (pthread_create(&thread, NULL, another, NULL) != 0) say("no thread");
  const struct timespec later = from_now(CLOCK_REALTIME, 200);
  const int waited = pthread_cond_timedwait(&condition, &mutex, &later);
  ERROR(pthread_join(thread, NULL));
  say_error("waited", waited);
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  ERROR(pthread_mutex_unlock(&mutex));
  return 0;
}

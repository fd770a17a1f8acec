// A message under a lock with a condition, and a flag that is looked at without: branches that need 0, 1 and 2
// interferences, all known by hand.
//
// SIDES: 1 2 2
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int message;
static atomic_int hint;
static int seen;

static void* send(void* unused) {
  (void)unused;
  unsigned char what;
  sleave_symbolic(&what, sizeof what, "what");
  atomic_store(&hint, what);
  pthread_mutex_lock(&lock);
  message = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

static void* receive(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (message == 0) pthread_cond_wait(&changed, &lock);
  if (atomic_load(&hint) == 42) seen = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return seen;
}

// A parallel scanner of files: a queue of names under a lock, a worker that takes them and counts matches, and a main
// program that looks at the count of workers without the lock. The check fails only after the worker has read the queue
// several times: six interferences.
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>

enum { kFiles = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char queue[kFiles];
static int put;
static int taken;
static int finished;
static int matches;

static void* worker(void* unused) {
  (void)unused;
  for (int i = 0; i < kFiles; ++i) {
    pthread_mutex_lock(&lock);
    if (taken == put) {
      pthread_mutex_unlock(&lock);
      break;
    }
    const unsigned char file = queue[taken];
    taken = taken + 1;
    pthread_mutex_unlock(&lock);
    if (file == 'x') matches = matches + 1;
  }
  finished = 1;
  return 0;
}

int main(void) {
  unsigned char names[kFiles];
  sleave_symbolic(names, sizeof names, "names");
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  for (int i = 0; i < kFiles; ++i) {
    pthread_mutex_lock(&lock);
    queue[put] = names[i];
    put = put + 1;
    pthread_mutex_unlock(&lock);
  }
  if (finished) assert(matches < 2);
  pthread_join(thread, 0);
  return 0;
}

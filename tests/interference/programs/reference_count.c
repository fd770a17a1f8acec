// A cached object with a count of its users, after a bug of a web server: taking the count down and looking at it are
// two steps, so two threads may both find it 0 and both clean up, or one uses what the other has cleaned up.
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>

static struct {
  int users;
  int complete;
  int cleaned;
} object = {2, 0, 0};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* release(void* unused) {
  (void)unused;
  unsigned char cacheable;
  sleave_symbolic(&cacheable, sizeof cacheable, "cacheable");
  if (cacheable > 100) {
    pthread_mutex_lock(&lock);
    object.complete = 1;
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  object.users = object.users - 1;
  pthread_mutex_unlock(&lock);
  if (object.users == 0 && object.complete != 0) {
    assert(object.cleaned == 0);
    object.cleaned = 1;
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, release, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}

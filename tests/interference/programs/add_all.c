// The worked example of the thesis (figure 6.1): two threads add one list to another; the sum of the lengths is looked
// at before the lock is taken. With u.count of 6 to 10 the check inside fails after one interference.
//
// SIDES: 3 1
// FAILS: assertion with 1 interference
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>

static struct {
  int count;
  int size;
} v = {10, 20};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* add_all(void* argument) {
  const int more = *(int*)argument;
  const int sum = v.count + more;
  pthread_mutex_lock(&lock);
  if (sum > v.size) v.size = 2 * sum;
  assert(v.size >= v.count + more);
  v.count += more;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  int more;
  sleave_symbolic(&more, sizeof more, "more");
  sleave_assume(more > 0 && more < 100);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, add_all, &more);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}

// BUG: A car looks for traffic from the other side in one critical section and drives on in another.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int on_bridge[2];

static void* cross(void* side) {
  int mine = *(int*)side, other = 1 - mine;
  pthread_mutex_lock(&lock);
  while (on_bridge[other] > 0) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  ++on_bridge[mine];
  assert(on_bridge[other] == 0);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  --on_bridge[mine];
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  int sides[3] = {0, 1, 0};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, cross, &sides[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}

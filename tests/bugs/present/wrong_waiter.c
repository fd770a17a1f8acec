// BUG: Two threads wait on one condition for different things, and a signal, which wakes any one of them, stands for one.
// EXPECT: deadlock
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int waiting;
static int turn;

static void* wait_for_turn(void* number) {
  pthread_mutex_lock(&lock);
  ++waiting;
  pthread_cond_signal(&arrived);
  while (turn < (int)(long)number) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void start(pthread_t* thread, long number) {
  pthread_create(thread, NULL, wait_for_turn, (void*)number);
  pthread_mutex_lock(&lock);
  while (waiting < number) pthread_cond_wait(&arrived, &lock);
  pthread_mutex_unlock(&lock);
}

static void give_turn(int number) {
  pthread_mutex_lock(&lock);
  turn = number;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t first, second;
  start(&first, 1);
  start(&second, 2);
  give_turn(1);
  pthread_join(first, NULL);
  give_turn(2);
  pthread_join(second, NULL);
  return 0;
}

// A driver that is stopped while it works, after the model of a Bluetooth driver: the check of `stopping` and the count
// of pending work are two steps. Two interferences lead to work on a stopped driver: the stopper reads the worker's
// count, and the worker what the stopper has said.
//
// SIDES: 7 4 1
// FAILS: assertion with 2 interferences
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>

static int stopping;
static int stopped;
static atomic_int pending = 1;
static int idle;

static void one_less(void) {
  if (atomic_fetch_sub(&pending, 1) == 1) idle = 1;
}

static void* work(void* unused) {
  (void)unused;
  int speed;
  sleave_symbolic(&speed, sizeof speed, "speed");
  int status;
  if (stopping) {
    status = -1;
  } else {
    atomic_fetch_add(&pending, 1);
    status = 0;
  }
  if (status == 0 && speed > 9600) assert(!stopped);
  one_less();
  return 0;
}

static void* stop(void* unused) {
  (void)unused;
  stopping = 1;
  one_less();
  if (idle) stopped = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, stop, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}

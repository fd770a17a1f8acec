// OPTIONS: --choices=+spurious
// CLASSES: once = 5 + 0
// CLASSES: loop = 5 + 0 up to 1 spurious wake-up
// CLASSES: believes = 4 + 0 + 1
// CLASSES: timed = 8 + 0
// Spurious wake-ups of conditions, on request, one in a run. A wait that a signal may end: the setter comes first (1),
// or the wait is woken (1), or it is to end by itself: before the signal or after it, if the thread has the lock again
// after the setter (2), or with the lock before the setter (1). In a loop, that one waits again and is woken (1), and
// another spurious wake-up is beyond the bound. Who believes that a wait ends only by the signal fails in one of five.
// A wait with a time-out may end by itself in these three ways and time out in as many more.
#include <pthread.h>
#include <time.h>

#include <atomic>
#include <cassert>
#include <string>

#include "together.h"

static std::atomic<int> x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void set() {
  pthread_mutex_lock(&mutex);
  x = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}

static void wait_once() {
  pthread_mutex_lock(&mutex);
  if (x == 0) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void wait_until_set() {
  pthread_mutex_lock(&mutex);
  while (x == 0) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void wait_and_believe() {
  pthread_mutex_lock(&mutex);
  if (x == 0) pthread_cond_wait(&condition, &mutex);
  assert(x == 1);
  pthread_mutex_unlock(&mutex);
}

static void wait_for_some_time() {
  const timespec end{4'000'000'000, 0};
  pthread_mutex_lock(&mutex);
  if (x == 0) pthread_cond_timedwait(&condition, &mutex, &end);
  pthread_mutex_unlock(&mutex);
}

int main(int, char** words) {
  const std::string name = words[1];
  if (name == "once") together({wait_once, set});
  if (name == "loop") together({wait_until_set, set});
  if (name == "believes") together({wait_and_believe, set});
  if (name == "timed") together({wait_for_some_time, set});
}

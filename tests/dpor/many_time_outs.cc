// OPTIONS: --time-outs=5
// CLASSES: loop = 17 + 0 up to 5 time-outs
// CLASSES: exits = 6 + 0 up to 5 time-outs
// Time-outs up to a number of one's own. A loop around a timed wait: the setter comes before the first look (1), or
// during the n-th wait, which is woken, times out before the signal or after it (3 for each of 5), or is woken during
// the sixth, whose time-out is beyond the bound (1). A process that ends while a thread waits again and again: after 0
// to 5 time-outs.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
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

static void wait_until_set() {
  const timespec end{4'000'000'000, 0};
  pthread_mutex_lock(&mutex);
  while (x == 0) pthread_cond_timedwait(&condition, &mutex, &end);
  pthread_mutex_unlock(&mutex);
}

static void exit_beside_waiter() {
  pthread_t thread;
  pthread_create(&thread, nullptr, [](void* nothing) { return wait_until_set(), nothing; }, nullptr);
  _exit(0);
}

int main(int, char** words) {
  const std::string name = words[1];
  if (name == "loop") together({wait_until_set, set});
  if (name == "exits") exit_beside_waiter();
}

// CLASSES: locks 1 = 1 + 0
// CLASSES: locks 2 = 4 + 0
// CLASSES: locks 3 = 24 + 0
// CLASSES: among = 10 + 0
// CLASSES: must = 2 + 0 + 1
// CLASSES: own = 1 + 0
// CLASSES: never = 1 + 0
// CLASSES: again = 4 + 0 up to 2 time-outs
// CLASSES: semaphore 0 = 1 + 0
// CLASSES: semaphore 1 = 2 + 0
// CLASSES: semaphore 2 = 6 + 0
// CLASSES: read = 3 + 0
// CLASSES: write = 3 + 0
// CLASSES: join 1 = 2 + 0 anew
// CLASSES: join 2 = 4 + 0 anew
// CLASSES: attempt = 2 + 0 anew
// CLASSES: poll 1 = 2 + 0
// CLASSES: poll 2 = 3 + 0
// Locks with a time-out take the lock, or give up while somebody has it. Of N threads k get it, in k! orders, and each
// other gives up during one of these k; a time-out sets the clock, so time-outs have an order, too: 1; 2 + 2; 6 + 12
// + 6. One among two that wait: 3! if it gets the lock, else 2 orders of the others, and during one of them. One that
// must get it: before the other or after, or it fails. What it holds itself, or main holds for good: it gives up. Again
// and again until it has the lock: before the other, or after it and none, one or two time-outs. A semaphore with N
// posts: before all of them, or after any: N! (1 + N). A read lock beside a write lock, and the other way round:
// before, after or during. A join with a time-out, or an attempt: before the end of each of N threads or after. A poll
// with a time-out beside N writes: before all of them, or after any.
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <string>

#include "together.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static int ends[2];
static int number = 1;
static const timespec end{4'000'000'000, 0};

static bool lock_for_some_time() { return pthread_mutex_timedlock(&mutex, &end) == 0; }

static void lock_or_give_up() {
  if (lock_for_some_time()) pthread_mutex_unlock(&mutex);
}

static void lock() {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void lock_or_fail() {
  const bool locked = lock_for_some_time();
  assert(locked);
  pthread_mutex_unlock(&mutex);
}

static void lock_twice() {
  const bool first = lock_for_some_time();
  const bool second = lock_for_some_time();
  assert(first && !second);
  pthread_mutex_unlock(&mutex);
}

static void lock_again_and_again() {
  while (!lock_for_some_time()) {
  }
  pthread_mutex_unlock(&mutex);
}

static void wait_or_give_up() { sem_timedwait(&semaphore, &end); }
static void post() { sem_post(&semaphore); }

static void hold_shared() {
  pthread_rwlock_rdlock(&shared);
  pthread_rwlock_unlock(&shared);
}

static void read_or_give_up() {
  if (pthread_rwlock_timedrdlock(&shared, &end) == 0) pthread_rwlock_unlock(&shared);
}

static void hold_alone() {
  pthread_rwlock_wrlock(&shared);
  pthread_rwlock_unlock(&shared);
}

static void write_or_give_up() {
  if (pthread_rwlock_timedwrlock(&shared, &end) == 0) pthread_rwlock_unlock(&shared);
}

static void* nothing(void* argument) { return argument; }

static void join_or_give_up(bool waits) {
  pthread_t thread;
  pthread_create(&thread, nullptr, nothing, nullptr);
  const int error = waits ? pthread_timedjoin_np(thread, nullptr, &end) : pthread_tryjoin_np(thread, nullptr);
  if (error != 0) pthread_join(thread, nullptr);
}

static void poll_or_give_up() {
  pollfd one{ends[0], POLLIN, 0};
  poll(&one, 1, 1000);
}

static void write_all() {
  for (int i = 0; i < number; ++i) assert(write(ends[1], "x", 1) == 1);
}

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  number = count > 2 ? std::atoi(arguments[2]) : 1;
  sem_init(&semaphore, 0, 0);
  if (what == "locks") {
    together(times(number, lock_or_give_up));
  } else if (what == "among") {
    together({lock, lock_or_give_up, lock});
  } else if (what == "must") {
    together({lock, lock_or_fail});
  } else if (what == "own") {
    together({lock_twice});
  } else if (what == "never") {
    pthread_mutex_lock(&mutex);
    together({lock_or_give_up});
    pthread_mutex_unlock(&mutex);
  } else if (what == "again") {
    together({lock, lock_again_and_again});
  } else if (what == "semaphore") {
    Bodies threads = times(number, post);
    threads.emplace_back(wait_or_give_up);
    together(threads);
  } else if (what == "read") {
    together({hold_alone, read_or_give_up});
  } else if (what == "write") {
    together({hold_shared, write_or_give_up});
  } else if (what == "join") {
    for (int i = 0; i < number; ++i) join_or_give_up(true);
  } else if (what == "attempt") {
    join_or_give_up(false);
  } else if (what == "poll" && pipe(ends) == 0) {
    together({poll_or_give_up, write_all});
  } else {
    return EXIT_FAILURE;
  }
}

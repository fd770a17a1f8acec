// CLASSES: timed = 5 + 0
// CLASSES: loop = 8 + 0 up to 2 time-outs
// CLASSES: sleepers = 2 + 0
// CLASSES: seen = 8 + 0 anew
// CLASSES: poll = 1 + 0 anew
// CLASSES: exits = 3 + 0 up to 2 time-outs
// Time. A timed wait that a signal may end: 5 by enumeration. In a loop: the setter comes before the first look (1), or
// during the n-th wait, which is woken, times out before the signal or after it (3); a third time-out is beyond the
// bound (3 + 3 + 1). Sleepers: the additions have 2 orders. If the program reads the clock, each sleeper does so
// too and moves it; the moves have 2 orders, and the second sleeper's reading is before or after the first move.
// Polling the clock ends by itself. A process that ends while a thread waits again and again: after 0, 1 or 2
// time-outs.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>

#include "together.h"

static std::atomic<int> x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void wait_for_some_time() {
  const timespec end{4'000'000'000, 0};
  pthread_cond_timedwait(&condition, &mutex, &end);
}

static void set() {
  pthread_mutex_lock(&mutex);
  x = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}

static void wait_once() {
  pthread_mutex_lock(&mutex);
  if (x == 0) wait_for_some_time();
  pthread_mutex_unlock(&mutex);
}

static void wait_until_set() {
  pthread_mutex_lock(&mutex);
  while (x == 0) wait_for_some_time();
  pthread_mutex_unlock(&mutex);
}

static void exit_beside_waiter() {
  pthread_t thread;
  pthread_create(&thread, nullptr, [](void* nothing) { return wait_until_set(), nothing; }, nullptr);
  _exit(0);
}

static void sleep_then_add() {
  const timespec second{1, 0};
  nanosleep(&second, nullptr);
  ++x;
}

static void poll() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  while (std::chrono::steady_clock::now() < end) ++x;
}

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "timed") {
    together({wait_once, set});
  } else if (what == "loop") {
    together({wait_until_set, set});
  } else if (what == "sleepers") {
    together({sleep_then_add, sleep_then_add});
  } else if (what == "seen") {
    together({sleep_then_add, sleep_then_add});
    time(nullptr);
  } else if (what == "exits") {
    exit_beside_waiter();
  } else if (what == "poll") {
    together({poll});
  } else {
    return EXIT_FAILURE;
  }
}

// OPTIONS: --max-steps=20
// CLASSES: retry = 9 + 0 up to 20 events in each thread
// CLASSES: twice = 4 + 0
// CLASSES: daemon = 20 + 0 up to 20 events in each thread
// Loops without an end, searched up to a number of events. A thread that looks, counts and looks again until it sees
// the other's store makes 3 + 2 n events if it looks n times in vain (start, n times a look and an addition, the last
// look, end): n is at most 8. A program that stays below the limit is complete: two increments by load and store. A
// thread that adds for ever, until main ends the process: it starts and adds at most 19 times, and main sees 0 to 19.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "together.h"

static std::atomic<int> x;
static std::atomic<int> looks;

static void look_until_set() {
  while (x == 0) ++looks;
}

static void set() { x = 1; }

static void increment() { x = x + 1; }

static void* count_for_ever(void*) {
  for (;;) ++looks;
}

static void exit_beside_daemon() {
  pthread_t daemon;
  pthread_create(&daemon, nullptr, count_for_ever, nullptr);
  looks.load();
  _exit(0);
}

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  if (what == "retry") {
    together({look_until_set, set});
  } else if (what == "twice") {
    together({increment, increment});
  } else if (what == "daemon") {
    exit_beside_daemon();
  } else {
    return EXIT_FAILURE;
  }
}

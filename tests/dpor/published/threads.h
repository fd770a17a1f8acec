// Runs functions in threads of their own and waits for all of them. A program is plain C, so that other model checkers
// can read it as well.
#pragma once

#include <pthread.h>

#define MOST_THREADS 6

struct Part {
  void (*body)(int self);
  int self;
};

static struct Part parts[MOST_THREADS];
static int parts_count;

static inline void add_thread(void (*body)(int)) {
  parts[parts_count] = (struct Part){body, parts_count};
  ++parts_count;
}

static inline void add_threads(int count, void (*body)(int)) {
  for (int i = 0; i < count; ++i) add_thread(body);
}

static void* run_part(void* argument) {
  const struct Part* part = argument;
  part->body(part->self);
  return 0;
}

static inline void together(void) {
  pthread_t threads[MOST_THREADS];
  for (int i = 0; i < parts_count; ++i) pthread_create(&threads[i], 0, run_part, &parts[i]);
  for (int i = 0; i < parts_count; ++i) pthread_join(threads[i], 0);
}

// Arguments are numbers of one digit.
static inline int number(const char* word) { return word[0] - '0'; }

// REPAIRED: A line is claimed before it is read.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static FILE* inbox;
static FILE* outbox;
static atomic_int announced;

static int claim(void) {
  int there = atomic_load(&announced);
  do {
    if (there == 0) return 0;
  } while (!atomic_compare_exchange_strong(&announced, &there, there - 1));
  return 1;
}

static void* job(void* unused) {
  char line[32];
  if (!claim()) return unused;
  if (fgets(line, sizeof line, inbox) == NULL) return unused;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  int ends[2];
  if (pipe(ends) != 0) return 1;
  inbox = fdopen(ends[0], "r");
  outbox = fdopen(ends[1], "w");
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, job, 0);
  fputs("one job\n", outbox);
  fflush(outbox);
  atomic_store(&announced, 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// BUG: Two threads see that one line was announced and both wait for it with fgets; the second never returns.
// EXPECT: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static FILE* inbox;
static FILE* outbox;
static atomic_int announced;

static int claim(void) { return atomic_load(&announced) > 0; }

static void* job(void* unused) {
  char line[32];
  if (!claim()) return unused;
  if (fgets(line, sizeof line, inbox) == NULL) return unused;
  atomic_fetch_sub(&announced, 1);
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

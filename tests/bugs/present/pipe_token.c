// BUG: Two threads see one token in a pipe and both read; the second read never returns.
// EXPECT: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2];
static atomic_int tokens;

static int claim(void) { return atomic_load(&tokens) > 0; }

static void* job(void* unused) {
  char token = 0;
  if (!claim()) return unused;
  if (read(ends[0], &token, 1) != 1) return unused;
  atomic_fetch_sub(&tokens, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0 || write(ends[1], "t", 1) != 1) return 1;
  atomic_store(&tokens, 1);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, job, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

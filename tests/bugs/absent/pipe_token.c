// REPAIRED: A token is claimed before it is read.
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int ends[2];
static atomic_int tokens;

static int claim(void) {
  int available = atomic_load(&tokens);
  do {
    if (available == 0) return 0;
  } while (!atomic_compare_exchange_strong(&tokens, &available, available - 1));
  return 1;
}

static void* job(void* unused) {
  char token = 0;
  if (!claim()) return unused;
  if (read(ends[0], &token, 1) != 1) return unused;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0 || write(ends[1], "t", 1) != 1) return 1;
  atomic_store(&tokens, 1);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, job, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

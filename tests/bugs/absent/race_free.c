// REPAIRED: The owner waits for the reader before it frees the block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
  int number;
  atomic_int readers;
};

static void* look(void* argument) {
  struct job* job = argument;
  const int number = job->number;
  atomic_fetch_add_explicit(&job->readers, 1, memory_order_relaxed);
  return number == 7 ? argument : NULL;
}

int main(void) {
  pthread_t reader;
  struct job* job = malloc(sizeof *job);
  job->number = 7;
  atomic_init(&job->readers, 0);
  pthread_create(&reader, NULL, look, job);
  for (int i = 0; i < 3; ++i) {
    if (atomic_load_explicit(&job->readers, memory_order_relaxed) != 0) break;
  }
  pthread_join(reader, NULL);
  free(job);
  return 0;
}

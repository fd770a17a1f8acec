// REPAIRED: Both are modulo 4.
// INPUT: epoch 0..239
// WITNESS: epoch=6
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

enum { LISTS = 4 };

struct object {
  int value;
};

static long epoch;
static _Atomic(struct object*) shared;
static struct object* retired[LISTS];

/* Two epochs on, nobody can still read what was retired then. */
static long list_to_free(long number) { return (number + 2) % LISTS; }

static void* replace(void* unused) {
  struct object* const fresh = calloc(1, sizeof *fresh);
  struct object* const old = atomic_exchange(&shared, fresh);
  retired[epoch % LISTS] = old;
  struct object** const list = &retired[list_to_free(epoch)];
  free(*list);
  *list = NULL;
  return unused;
}

static void* read_value(void* unused) {
  const struct object* const seen = atomic_load(&shared);
  return seen->value < 0 ? NULL : unused;
}

int main(void) {
  pthread_t threads[2];
  epoch = sleave_range(0, 239, "epoch");
  atomic_store(&shared, calloc(1, sizeof(struct object)));
  pthread_create(&threads[0], NULL, replace, NULL);
  pthread_create(&threads[1], NULL, read_value, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

// REPAIRED: The new size is computed under the lock.
// FROM: Razavi, Effective Heuristic-based Test Generation Techniques for Concurrent Software, section 6.1, figure 6.1
// INPUT: count 0..1000: elements of the vector that both threads append to one with 10 of 20 places taken
// WITNESS: count=7
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct vector {
  atomic_int count;
  int size;
  int* data;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct vector v;
static struct vector u;

static void add_all(struct vector* to, const struct vector* from) {
  pthread_mutex_lock(&lock);
  const int elements = atomic_load(&to->count) + from->count;
  if (elements > to->size) {
    to->data = realloc(to->data, sizeof *to->data * (size_t)elements * 2);
    to->size = elements * 2;
  }
  assert(to->size >= from->count + atomic_load(&to->count));
  memcpy(to->data + to->count, from->data, sizeof *to->data * (size_t)from->count);
  atomic_store(&to->count, atomic_load(&to->count) + from->count);
  pthread_mutex_unlock(&lock);
}

static void* append(void* unused) {
  add_all(&v, &u);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  atomic_init(&u.count, (int)sleave_range(0, 1000, "count"));
  u.data = calloc(1001, sizeof *u.data);
  atomic_init(&v.count, 10);
  v.size = 20;
  v.data = calloc(20, sizeof *v.data);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, append, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  free(v.data);
  free(u.data);
}

// BUG: A second consumer is added to a ring made for one; both take the same element.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kElements = 3 };

static atomic_int slots[kElements] = {1, 2, 3};
static atomic_int read_position;
static atomic_int taken[kElements + 1];

static int take(void) {
  int position = atomic_load(&read_position);
  if (position == kElements) return 0;
  int value = atomic_load(&slots[position]);
  atomic_store(&read_position, position + 1);
  return value;
}

static void* consume(void* unused) {
  for (int value = take(); value != 0; value = take()) {
    int before = atomic_fetch_add(&taken[value], 1);
    assert(before == 0);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, consume, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

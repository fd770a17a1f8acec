// REPAIRED: The count goes down in one step that fails at zero.
// INPUT: size 32 bits
// WITNESS: size=3000
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { CLASSES = 9, SMALLEST = 16 };

struct block {
  struct block* next;
  char bytes[8];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block storage[CLASSES][2];
static struct block* lists[CLASSES]; /* two blocks each, but one in the last class */
static atomic_int left[CLASSES];
static uint32_t size;

static int class_of(uint32_t bytes) {
  int class = 0;
  for (uint32_t limit = SMALLEST; bytes > limit; limit <<= 1) {
    if (++class == CLASSES) return -1;
  }
  return class;
}

static struct block* pop(int class) {
  pthread_mutex_lock(&lock);
  struct block* const found = lists[class];
  lists[class] = found->next;
  pthread_mutex_unlock(&lock);
  return found;
}

static struct block* allocate(uint32_t bytes) {
  const int class = class_of(bytes);
  if (class < 0) return NULL;
  int seen = atomic_load(&left[class]);
  do {
    if (seen == 0) return NULL;
  } while (!atomic_compare_exchange_strong(&left[class], &seen, seen - 1));
  return pop(class);
}

static void* use(void* unused) {
  struct block* const mine = allocate(size);
  if (mine) mine->bytes[0] = 'x';
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int class = 0; class < CLASSES; ++class) {
    const int count = class == CLASSES - 1 ? 1 : 2;
    atomic_store(&left[class], count);
    lists[class] = &storage[class][0];
    if (count == 2) storage[class][0].next = &storage[class][1];
  }
  sleave_symbolic(&size, sizeof size, "size");
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

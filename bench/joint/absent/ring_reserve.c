// REPAIRED: Test and reservation are one compare-exchange.
// INPUT: length 0..255
// WITNESS: length=40
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>

enum { CAPACITY = 64 };

static atomic_uint reserved;
static unsigned length;

static int reserve(unsigned bytes) {
  unsigned seen = atomic_load(&reserved);
  do {
    if (bytes > CAPACITY - seen) return 0;
  } while (!atomic_compare_exchange_strong(&reserved, &seen, seen + bytes));
  return 1;
}

static void* log_record(void* unused) {
  if (reserve(length)) assert(atomic_load(&reserved) <= CAPACITY);
  return unused;
}

int main(void) {
  pthread_t writers[2];
  length = (unsigned)sleave_range(0, 255, "length");
  for (int i = 0; i < 2; ++i) pthread_create(&writers[i], NULL, log_record, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(writers[i], NULL);
}

// BUG: Writers of a log ring test for room and reserve it in two steps; two records together are larger than the ring.
// EXPECT: assertion
// INPUT: length 0..255
// WHEN: 33 <= length <= 64
// RARE: 1 in 8
// NEEDS: 1 interference, 1 preemption, 3 threads
// WITNESS: length=40
// NEAR: length=32
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>

enum { CAPACITY = 64 };

static atomic_uint reserved;
static unsigned length;

static int reserve(unsigned bytes) {
  if (bytes > CAPACITY - atomic_load(&reserved)) return 0;
  atomic_fetch_add(&reserved, bytes);
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

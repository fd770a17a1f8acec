// BUG: Two threads agree on a value by reading and writing; each reads before the other has written, and they disagree.
// EXPECT: assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int decided;
static int outcomes[2];

static int decide(int proposal) {
  int value = atomic_load(&decided);
  if (value == 0) {
    value = proposal;
    atomic_store(&decided, value);
  }
  return value;
}

static void* propose(void* number) {
  int me = *(int*)number;
  outcomes[me] = decide(me + 1);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, propose, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(outcomes[0] == outcomes[1]);
}

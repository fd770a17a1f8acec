/* What the reader assumes holds only after the writer has written. A run that ends before must not count as all there
 * is. */
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>

static atomic_int written;

static void* reader(void* unused) {
  sleave_assume(atomic_load(&written) == 1);
  assert(0);
  return unused;
}

static void* writer(void* unused) {
  atomic_store(&written, 1);
  return unused;
}

int main(void) {
#ifdef WITH_INPUT
  unsigned char input = 0;
  sleave_symbolic(&input, 1, "input");
  if (input == 7) return 0;
#endif
  pthread_t threads[2];
  pthread_create(&threads[0], 0, reader, 0);
  pthread_create(&threads[1], 0, writer, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}

// RACE: The destructors of thread-specific storage of two C11 threads count in a plain variable.
// WHY: The two threads end without order between them.
// TSAN: It does not know C11's threads, locks and keys.
#include <threads.h>

tss_t key;
int destroyed;

static void destroy(void* value) {
  (void)value;
  ++destroyed;  // race: write
}

static int work(void* unused) {
  (void)unused;
  tss_set(key, &key);
  return 0;
}

int main(void) {
  thrd_t threads[2];
  tss_create(&key, destroy);
  for (int i = 0; i < 2; ++i) thrd_create(&threads[i], work, 0);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], 0);
}

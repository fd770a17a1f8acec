// RACE: The result of a C11 thread is read before thrd_join.
// WHY: Nothing orders the read after the write.
// TSAN: It does not know C11's threads, locks and keys.
#include <threads.h>

int result;
int seen;

static int work(void* unused) {
  (void)unused;
  result = 1;  // race: write
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, work, 0);
  seen = result;  // race: read
  thrd_join(thread, 0);
}

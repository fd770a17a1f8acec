// RACE: One of two C11 threads does not take the mutex.
// WHY: A lock orders only those who take it.
// TSAN: It does not know C11's threads, locks and keys.
#include <threads.h>

mtx_t lock;
int data;

static int careful(void* unused) {
  (void)unused;
  mtx_lock(&lock);
  ++data;  // race: write
  mtx_unlock(&lock);
  return 0;
}

static int careless(void* unused) {
  (void)unused;
  ++data;  // race: write
  return 0;
}

int main(void) {
  thrd_t threads[2];
  mtx_init(&lock, mtx_plain);
  thrd_create(&threads[0], careful, 0);
  thrd_create(&threads[1], careless, 0);
  for (int i = 0; i < 2; ++i) thrd_join(threads[i], 0);
}

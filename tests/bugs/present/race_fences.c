// BUG: The release fence stands behind the store that it should make a release.
// EXPECT: data_race
#include <pthread.h>
#include <stdatomic.h>

int box;
static atomic_int full;

static void* fill(void* unused) {
  box = 1;
  atomic_store_explicit(&full, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  return unused;
}

int main(void) {
  pthread_t filler;
  int seen = 0;
  pthread_create(&filler, NULL, fill, NULL);
  for (int i = 0; i < 3; ++i) {
    if (atomic_load_explicit(&full, memory_order_relaxed) == 0) continue;
    atomic_thread_fence(memory_order_acquire);
    seen += box;
    break;
  }
  pthread_join(filler, NULL);
  return seen == 2;  // never
}

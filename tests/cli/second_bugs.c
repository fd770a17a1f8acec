// Each run has the failure that the argument names, and behind it an assertion that some schedules violate.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char* bug;
static atomic_int counter;

static void* increment(void* unused) {
  const int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  return unused;
}

static void* end_with_lock(void* mutex) {
  pthread_mutex_lock(mutex);
  return 0;
}

static void fail_first(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int* volatile block = malloc(sizeof *block);
  *block = 1;
  if (strcmp(bug, "heap_overflow") == 0) block[1] = 2;
  if (strcmp(bug, "lock_held_at_exit") == 0) {
    pthread_t thread;
    pthread_create(&thread, 0, end_with_lock, &mutex);
    pthread_join(thread, 0);
  }
  if (strcmp(bug, "destroyed_in_use") == 0) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_destroy(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  free(block);
  if (strcmp(bug, "heap_use_after_free") == 0) *block = 3;
  if (strcmp(bug, "double_free") == 0) free(block);
  if (strcmp(bug, "invalid_free") == 0) {
    char* volatile middle = malloc(64);
    free(middle + 16);
    free(middle);
  }
}

int main(int argc, char** argv) {
  bug = argc > 1 ? argv[1] : "";
  fail_first();
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, increment, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(atomic_load(&counter) == 2);
}

// REPAIRED: The comparison is by distance, in one step with the change.
// INPUT: first 32 bits (sequence number), size 16 bits
// WITNESS: first=0xFFFFFF00 size=200
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t first;
static uint16_t size;
static uint32_t edge;

static int is_newer(uint32_t end) { return (int32_t)(end - edge) > 0; }

static void acknowledge(uint32_t end) {
  pthread_mutex_lock(&lock);
  const uint32_t before = edge;
  if (is_newer(end)) edge = end;
  assert((int32_t)(edge - before) >= 0);
  pthread_mutex_unlock(&lock);
}

static void* first_segment(void* unused) {
  acknowledge(first + size);
  return unused;
}

static void* both_segments(void* unused) {
  pthread_mutex_lock(&lock);
  const uint32_t whole = first + 2u * size;
  if ((int32_t)(whole - edge) > 0) edge = whole;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(&first, sizeof first, "first");
  sleave_symbolic(&size, sizeof size, "size");
  edge = first;
  pthread_create(&threads[0], NULL, first_segment, NULL);
  pthread_create(&threads[1], NULL, both_segments, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

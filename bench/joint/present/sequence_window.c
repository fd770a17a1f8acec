// BUG: The window's edge is compared by value instead of by distance once the number wraps, so an old segment moves it back.
// EXPECT: assertion
// INPUT: first 32 bits (sequence number), size 16 bits
// WHEN: size > 0, first + 2 * size wraps past 2^32 and first + size does not
// RARE: 1 in 2^17
// NEEDS: 1 interference, 0 preemptions, 3 threads
// WITNESS: first=0xFFFFFF00 size=200
// NEAR: first=0xFFFFFF00 size=100
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdint.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t first;
static uint16_t size;
static uint32_t edge;

static int is_newer(uint32_t end) { return end > edge; }

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

// BUG: The reader takes the end of what has arrived for the end of the number, and acts on half of it.
// EXPECT: assertion
// INPUT: number 32 bits, sent in groups of 7 bits
// WHEN: 128 <= number < 2^21, and the low 7 bits are over 100
// RARE: 1 in 10,000
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: number=511
// NEAR: number=127
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { LONGEST = 3, MORE = 0x80, ALARM = 100 };

static atomic_uchar bytes[LONGEST];
static atomic_int arrived;
static uint32_t number;

static void* send_number(void* unused) {
  uint32_t rest = number;
  if (rest >> 7 * LONGEST) return unused; /* not for this channel */
  for (int i = 0; i < LONGEST; ++i) {
    const int more = rest > 127;
    atomic_store(&bytes[i], (unsigned char)((rest & 127) | (more ? MORE : 0)));
    atomic_store(&arrived, i + 1);
    if (!more) return unused;
    rest >>= 7;
  }
  return unused;
}

static void* read_number(void* unused) {
  uint32_t value = 0;
  int complete = 0;
  const int length = atomic_load(&arrived);
  for (int i = 0; i < length; ++i) {
    const unsigned char byte = atomic_load(&bytes[i]);
    value |= (uint32_t)(byte & 127) << 7 * i;
    if (!(byte & MORE)) complete = 1;
  }
  if (!complete && length == 0) return unused;
  if (value > ALARM && value < 128) assert(value == number);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(&number, sizeof number, "number");
  pthread_create(&threads[0], NULL, send_number, NULL);
  pthread_create(&threads[1], NULL, read_number, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

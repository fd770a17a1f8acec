// BUG: Both ends free a message that needs no answer, if each thinks that the other has finished with it.
// EXPECT: double_free | data_race | heap_use_after_free
// INPUT: flags 8 bits, length 8 bits
// WHEN: (flags & 0x31) == 0x20 and length * 3 + 7 is a multiple of 32
// RARE: 1 in 256
// NEEDS: 2 interferences, 1 preemption, 3 threads
// WITNESS: flags=0x20 length=19
// NEAR: flags=0x20 length=20
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { NO_ANSWER = 0x20, LOCAL = 0x10, KEPT = 0x01 };

struct message {
  uint8_t flags;
  uint8_t length;
};

static struct message* message;
static atomic_int done[2];
static uint8_t flags, length;

static int is_freed_early(uint8_t bits, uint8_t bytes) {
  const unsigned padded = bytes * 3u + 7;
  return (bits & (NO_ANSWER | LOCAL | KEPT)) == NO_ANSWER && padded % 32 == 0;
}

static void finish(int end) {
  if (!is_freed_early(flags, length)) return;
  atomic_store(&done[end], 1);
  if (atomic_load(&done[1 - end])) free(message);
}

static void* send_end(void* unused) {
  finish(0);
  return unused;
}

static void* receive_end(void* unused) {
  finish(1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(&flags, sizeof flags, "flags");
  sleave_symbolic(&length, sizeof length, "length");
  message = calloc(1, sizeof *message);
  pthread_create(&threads[0], NULL, send_end, NULL);
  pthread_create(&threads[1], NULL, receive_end, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
}

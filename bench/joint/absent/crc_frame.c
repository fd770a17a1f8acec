// REPAIRED: The stream is taken over only from the idle state, in one step.
// INPUT: frame 6 bytes
// WITNESS: frame=x8000000059f8
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { IDLE, STREAMING, LOST };

static uint8_t frame[6];
static atomic_int state = IDLE;
static atomic_int given_up;

static uint16_t crc16(const uint8_t* bytes, size_t length) {
  uint16_t crc = 0xFFFF;
  for (size_t i = 0; i < length; ++i) {
    crc ^= (uint16_t)(bytes[i] << 8);
    for (int bit = 0; bit < 8; ++bit) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
  }
  return crc;
}

static void* receive(void* unused) {
  if (crc16(frame, 4) != (frame[4] << 8 | frame[5])) return unused;
  if (!(frame[0] & 0x80)) return unused; /* not the first of a stream */
  int idle = IDLE;
  atomic_compare_exchange_strong(&state, &idle, STREAMING);
  return unused;
}

static void* watch(void* unused) {
  int idle = IDLE;
  if (atomic_compare_exchange_strong(&state, &idle, LOST)) atomic_store(&given_up, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  sleave_symbolic(frame, sizeof frame, "frame");
  pthread_create(&threads[0], NULL, receive, NULL);
  pthread_create(&threads[1], NULL, watch, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(!(atomic_load(&given_up) && atomic_load(&state) == STREAMING));
}

// BUG: The reader takes one read from a pipe for a whole number, but a read may return less than was written.
// EXPECT: assertion
// OPTIONS: --choices=+short
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static int ends[2];

static void* write_number(void* unused) {
  const uint32_t number = 0x01020304;
  const ssize_t written = write(ends[1], &number, sizeof number);
  assert(written == sizeof number);
  return unused;
}

static uint32_t read_number(void) {
  uint32_t number = 0;
  const ssize_t got = read(ends[0], &number, sizeof number);
  return got > 0 ? number : 0;
}

int main(void) {
  if (pipe(ends) != 0) return 0;
  pthread_t writer;
  pthread_create(&writer, NULL, write_number, NULL);
  const uint32_t number = read_number();
  assert(number == 0x01020304);
  pthread_join(writer, NULL);
  return 0;
}

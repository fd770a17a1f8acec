// REPAIRED: The reader goes on until it has the whole number.
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
  for (size_t done = 0; done < sizeof number;) {
    const ssize_t got = read(ends[0], (char*)&number + done, sizeof number - done);
    if (got <= 0) break;
    done += (size_t)got;
  }
  return number;
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

// A buffered log, after a bug of a web server: the length is read, the text is copied there, the length is set: two
// writers take the same place, and one of their lines is not what it wrote.
//
// SIDES: 6 1
// FAILS: assertion with 1 interference
#include <assert.h>
#include <pthread.h>
#include <sleave/sleave.h>

enum { kRoom = 8 };
static char buffer[kRoom];
static int length;
static int flushed;

static void* write_line(void* unused) {
  (void)unused;
  unsigned char size;
  sleave_symbolic(&size, sizeof size, "size");
  if (size == 0 || size > 3) return 0;
  int at = length;
  if (at + size > kRoom) {
    flushed = 1;
    at = 0;
  }
  for (int i = 0; i < size; ++i) buffer[at + i] = (char)(16 * size + i);
  length = at + size;
  assert(buffer[at] == (char)(16 * size));
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, write_line, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}

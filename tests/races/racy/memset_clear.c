// RACE: A buffer is cleared with memset while another thread still writes to it.
// WHY: memset writes each byte of the range.
#include <pthread.h>
#include <string.h>

int buffer[64];
size_t used = sizeof buffer;

static void* clear(void* unused) {
  memset(buffer, 0, used);  // race: write
  return unused;
}

static void* fill(void* unused) {
  buffer[40] = 1;  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, clear, 0);
  pthread_create(&threads[1], 0, fill, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// RACE: fread() fills a buffer that another thread changes.
// WHY: libc writes the buffer on behalf of its caller.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int ends[2];
FILE* stream;
char buffer[8];

static void* work(void* unused) {
  if (fread(buffer, 1, 4, stream) != 4) return 0;  // race: write
  return unused;
}

static void* change(void* unused) {
  buffer[2] = 'x';  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0 || write(ends[1], "four\n", 5) != 5) return 1;
  stream = fdopen(ends[0], "r");
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, change, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// RACE: read() fills a buffer that another thread changes.
// WHY: The system call writes the buffer on behalf of its caller.
#include <pthread.h>
#include <unistd.h>

int ends[2];
char buffer[8];

static void* receive(void* unused) {
  if (read(ends[0], buffer, 4) != 4) return 0;  // race: write
  return unused;
}

static void* change(void* unused) {
  buffer[2] = 'x';  // race: write
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (pipe(ends) != 0 || write(ends[1], "four", 4) != 4) return 1;
  pthread_create(&threads[0], 0, receive, 0);
  pthread_create(&threads[1], 0, change, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

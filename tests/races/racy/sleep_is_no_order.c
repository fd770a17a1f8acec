// RACE: The reader sleeps until the writer has surely finished.
// WHY: Time orders nothing: no operation of the writer synchronizes with the reader.
#include <pthread.h>
#include <unistd.h>

int message;
int seen;

static void* send(void* unused) {
  message = 1;  // race: write
  return unused;
}

static void* receive(void* unused) {
  usleep(20000);
  seen = message;  // race: read
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

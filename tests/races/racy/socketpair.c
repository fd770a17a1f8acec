// RACE: The asker uses the value again before it has the answer.
// WHY: The second write is not ordered with the answerer's.
#include <pthread.h>
#include <sys/socket.h>

int ends[2];
int value;

static void* ask(void* unused) {
  char byte = 'q';
  if (send(ends[0], &byte, 1, 0) != 1) return 0;
  ++value;  // race: write
  if (recv(ends[0], &byte, 1, 0) != 1) return 0;
  return unused;
}

static void* answer(void* unused) {
  char byte;
  if (recv(ends[1], &byte, 1, 0) != 1) return 0;
  ++value;  // race: write
  if (send(ends[1], &byte, 1, 0) != 1) return 0;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  pthread_create(&threads[0], 0, ask, 0);
  pthread_create(&threads[1], 0, answer, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

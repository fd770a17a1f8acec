// FREE: A question and an answer go through a pair of sockets.
// WHY: Each receive comes after the send of what it received.
#include <pthread.h>
#include <sys/socket.h>

int ends[2];
int value;

static void* ask(void* unused) {
  char byte = 'q';
  value = 1;
  if (send(ends[0], &byte, 1, 0) != 1 || recv(ends[0], &byte, 1, 0) != 1) return 0;
  ++value;
  return unused;
}

static void* answer(void* unused) {
  char byte;
  if (recv(ends[1], &byte, 1, 0) != 1) return 0;
  ++value;
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

// REPAIRED: A request and its answer are under one mutex.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* client(void* argument) {
  const char mine = *(const char*)argument;
  char answer = 0;
  pthread_mutex_lock(&mutex);
  if (send(ends[0], &mine, 1, 0) != 1 || recv(ends[0], &answer, 1, 0) != 1) return NULL;
  pthread_mutex_unlock(&mutex);
  assert(answer == mine);
  return NULL;
}

static void* server(void* unused) {
  char request = 0;
  while (recv(ends[1], &request, 1, 0) == 1) send(ends[1], &request, 1, 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) return 1;
  pthread_create(&threads[0], NULL, client, "a");
  pthread_create(&threads[1], NULL, client, "b");
  pthread_create(&threads[2], NULL, server, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  shutdown(ends[0], SHUT_WR);
  pthread_join(threads[2], NULL);
}

// FREE: A semaphore of System V hands a message over.
// WHY: It cannot be taken before it is given; the kernel orders what came before.
#include <pthread.h>
#include <sys/sem.h>

int set;
int message;
int seen;

static void change(int by) {
  struct sembuf one = {0, (short)by, 0};
  semop(set, &one, 1);
}

static void* send(void* unused) {
  message = 1;
  change(1);
  return unused;
}

static void* receive(void* unused) {
  change(-1);
  seen = message;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  set = semget(IPC_PRIVATE, 1, 0600);
  pthread_create(&threads[0], 0, send, 0);
  pthread_create(&threads[1], 0, receive, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  semctl(set, 0, IPC_RMID);
}

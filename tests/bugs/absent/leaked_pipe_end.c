// REPAIRED: The ends are closed when another program starts.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* filter(void* unused) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) _exit(2);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[0], 0);
    close(ends[0]);
    close(ends[1]);
    execlp("cat", "cat", (char*)NULL);
    _exit(3);
  }
  close(ends[0]);
  close(ends[1]);
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) _exit(4);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, filter, NULL);
  filter(NULL);
  return pthread_join(thread, NULL);
}

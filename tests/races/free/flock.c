// FREE: Two open files of one file, locked by flock while a counter is changed.
// WHY: An exclusive lock of a file is held by one open file at a time; the kernel orders its release before the next
// lock.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

int files[3];
int counter;

static void* count(void* file) {
  const int own = *(int*)file;
  flock(own, LOCK_EX);
  ++counter;
  if (own == files[1]) {
    flock(own, LOCK_UN);
  } else {
    close(own);
  }
  return 0;
}

static int open_again(int file) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return open(path, O_RDWR);
}

int main(void) {
  pthread_t threads[2];
  files[0] = memfd_create("locked", 0);
  for (int i = 1; i < 3; ++i) files[i] = open_again(files[0]);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, count, &files[i + 1]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

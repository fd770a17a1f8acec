// FREE: Records of a file, locked by two open files while a counter is changed or read.
// WHY: A record locked for writing is held by one open file at a time; the kernel orders its release before the next
// lock.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int files[3];
int counter;

static void lock(int file, short how) {
  struct flock record = {.l_type = how, .l_whence = SEEK_SET, .l_start = 10, .l_len = 1};
  fcntl(file, F_OFD_SETLKW, &record);
}

static void* count(void* file) {
  const int own = *(int*)file;
  lock(own, F_WRLCK);
  ++counter;
  lock(own, F_UNLCK);
  lock(own, F_RDLCK);
  const int seen = counter;
  lock(own, F_UNLCK);
  return seen > 2 ? file : 0;
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

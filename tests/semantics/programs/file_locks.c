// COVERS: flock, fcntl record locks of open files, open, openat, creat, close_range on a file of the program
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "say.h"

static int first;
static int second;
static int inside;

static struct flock whole(short type) {
  const struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
  return lock;
}

static void* locks(void* descriptor) {
  if (flock(*(int*)descriptor, LOCK_EX) != 0) return "flock";
  if (inside++ != 0) return "not alone";
  usleep(100);
  --inside;
  if (flock(*(int*)descriptor, LOCK_UN) != 0) return "unlock";
  return NULL;
}

static void* locks_records(void* descriptor) {
  struct flock lock = whole(F_WRLCK);
  if (fcntl(*(int*)descriptor, F_OFD_SETLKW, &lock) != 0) return "lock";
  if (inside++ != 0) return "not alone";
  usleep(100);
  --inside;
  lock.l_type = F_UNLCK;
  if (fcntl(*(int*)descriptor, F_OFD_SETLKW, &lock) != 0) return "unlock";
  return NULL;
}

static void both(void* (*body)(void*)) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, body, &first);
  pthread_create(&threads[1], NULL, body, &second);
  for (int i = 0; i < 2; ++i) {
    void* wrong = NULL;
    pthread_join(threads[i], &wrong);
    VALUE(wrong == NULL);
  }
}

int main(void) {
  char path[] = "/tmp/sleave-locks-XXXXXX";
  first = mkstemp(path);
  second = open(path, O_RDWR | O_CLOEXEC);
  VALUE(second > first);
  RESULT(openat(AT_FDCWD, "no-such-file-anywhere", O_RDONLY));
  RESULT(open("/", O_WRONLY));
  RESULT(unlink(path));
  RESULT(flock(first, LOCK_SH));
  RESULT(flock(second, LOCK_SH | LOCK_NB));
  RESULT(flock(second, LOCK_EX | LOCK_NB));
  RESULT(flock(first, LOCK_UN));
  RESULT(flock(second, LOCK_EX));
  RESULT(flock(first, LOCK_SH | LOCK_NB));
  RESULT(flock(second, LOCK_UN));
  RESULT(flock(-1, LOCK_SH));
  RESULT(flock(first, 77));
  struct flock lock = whole(F_WRLCK);
  RESULT(fcntl(first, F_SETLK, &lock));
  RESULT(fcntl(second, F_SETLKW, &lock));
  lock.l_type = F_UNLCK;
  RESULT(fcntl(first, F_SETLK, &lock));
  both(locks);
  both(locks_records);
  char byte = 'b';
  RESULT(write(first, &byte, 1));
  RESULT(read(second, &byte, 1));
  RESULT(read(second, &byte, 1));
  RESULT(pread(first, &byte, 1, 0));
  RESULT(close_range((unsigned)first, (unsigned)second, 0));
  RESULT(read(second, &byte, 1));
  RESULT(write(first, &byte, 1));
}

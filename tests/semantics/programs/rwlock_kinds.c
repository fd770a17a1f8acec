/* COVERS: read-write locks that prefer writers: a new reader waits behind a waiting writer, in the other kinds it does
   not. */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "say.h"

static pthread_rwlock_t lock;
static sem_t about_to_write;

static void* write_it(void* argument) {
  sem_post(&about_to_write);
  ERROR(pthread_rwlock_wrlock(&lock));
  ERROR(pthread_rwlock_unlock(&lock));
  return argument;
}

static void* try_to_read(void* argument) {
  const int error = pthread_rwlock_tryrdlock(&lock);
  ERROR(error);
  if (error == 0) ERROR(pthread_rwlock_unlock(&lock));
  return argument;
}

static void kind(int wanted) {
  pthread_rwlockattr_t attribute;
  int got = -1;
  pthread_rwlockattr_init(&attribute);
  ERROR(pthread_rwlockattr_setkind_np(&attribute, wanted));
  ERROR(pthread_rwlockattr_getkind_np(&attribute, &got));
  VALUE(got);
  ERROR(pthread_rwlock_init(&lock, &attribute));
  pthread_t writer, reader;
  ERROR(pthread_rwlock_rdlock(&lock));
  pthread_create(&writer, NULL, write_it, NULL);
  sem_wait(&about_to_write);
  usleep(50000);
  pthread_create(&reader, NULL, try_to_read, NULL);
  pthread_join(reader, NULL);
  const int error = pthread_rwlock_unlock(&lock);
  pthread_join(writer, NULL);
  ERROR(error);
  ERROR(pthread_rwlock_destroy(&lock));
}

int main(void) {
  sem_init(&about_to_write, 0, 0);
  kind(PTHREAD_RWLOCK_PREFER_READER_NP);
  kind(PTHREAD_RWLOCK_PREFER_WRITER_NP);
  kind(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  ERROR(pthread_rwlockattr_setkind_np(&(pthread_rwlockattr_t){0}, 99));
  return 0;
}

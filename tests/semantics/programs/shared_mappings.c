/* COVERS: mmap, mmap64, munmap, mprotect, msync of a file mapped twice; shmget, shmat, shmdt, shmctl; errors of each. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#include "say.h"

enum { kThreads = 3, kBytes = 4096 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* counter;

static void* count_under_lock(void* unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  ++*counter;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

static void count_from_threads(int* place) {
  pthread_t threads[kThreads];
  counter = place;
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, count_under_lock, NULL);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
}

static void map_a_file_twice(void) {
  FILE* file = tmpfile();
  const int number = fileno(file);
  RESULT(ftruncate(number, kBytes));
  int* one = mmap64(NULL, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0);
  int* two = mmap(NULL, kBytes, PROT_READ, MAP_SHARED, number, 0);
  VALUE(one != MAP_FAILED && two != MAP_FAILED && one != two);
  count_from_threads(one);
  VALUE(*two);
  RESULT(msync(one, kBytes, MS_SYNC));
  int read_back = 0;
  RESULT(pread(number, &read_back, sizeof read_back, 0));
  VALUE(read_back);
  RESULT(mprotect(one, kBytes, PROT_READ));
  VALUE(*one);
  RESULT(munmap(one, kBytes));
  RESULT(munmap(two, kBytes));
  RESULT(mmap64(NULL, 0, PROT_READ, MAP_SHARED, number, 0) == MAP_FAILED ? -1 : 0);
  RESULT(munmap((char*)&read_back + 1, kBytes));
  fclose(file);
  RESULT(mmap64(NULL, kBytes, PROT_READ, MAP_SHARED, 1000, 0) == MAP_FAILED ? -1 : 0);
}

static void attach_a_segment_twice(void) {
  const int segment = shmget(IPC_PRIVATE, kBytes, IPC_CREAT | 0600);
  VALUE(segment >= 0);
  int* one = shmat(segment, NULL, 0);
  const int* two = shmat(segment, NULL, SHM_RDONLY);
  VALUE(one != two && *one == 0);
  count_from_threads(one);
  VALUE(*two);
  RESULT(shmdt(two));
  RESULT(shmctl(segment, IPC_RMID, NULL));
  VALUE(*one);
  RESULT(shmdt(one));
  RESULT(shmdt(one));
  RESULT(shmat(segment, NULL, 0) == (void*)-1 ? -1 : 0);
}

int main(void) {
  map_a_file_twice();
  attach_a_segment_twice();
}

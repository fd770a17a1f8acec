// REPAIRED: The writer waits for readers; an error of the lock is one of the program.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static int entries;

static void* count(void* sum) {
  pthread_rwlock_rdlock(&table);
  *(int*)sum = entries;
  pthread_rwlock_unlock(&table);
  return NULL;
}

static void add(void) {
  const int error = pthread_rwlock_wrlock(&table);
  assert_perror(error);
  ++entries;
  pthread_rwlock_unlock(&table);
}

int main(void) {
  pthread_t reader;
  int sum = 0;
  pthread_create(&reader, NULL, count, &sum);
  add();
  pthread_join(reader, NULL);
}

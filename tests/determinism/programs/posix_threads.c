/* COVERS: a C program: pthread mutex kinds, rwlock, keys with destructors, thread attributes, atomics of C11. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_key_t key;
static atomic_int seen;
static _Thread_local int own;

static void release(void* block) {
  atomic_fetch_add(&seen, *(int*)block);
  free(block);
}

static void* work(void* argument) {
  int* block = malloc(sizeof *block);
  *block = 5;
  pthread_setspecific(key, block);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  own += *(const int*)argument;
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  if (pthread_mutex_trylock(&checking) == 0) {
    atomic_fetch_add(&seen, 10);
    pthread_mutex_unlock(&checking);
  }
  pthread_rwlock_rdlock(&table);
  atomic_fetch_add(&seen, own);
  pthread_rwlock_unlock(&table);
  pthread_rwlock_wrlock(&table);
  atomic_thread_fence(memory_order_seq_cst);
  pthread_rwlock_unlock(&table);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  const int names[2] = {1, 2};
  pthread_attr_t attributes;
  pthread_key_create(&key, release);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 * 1024);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], &attributes, work, (void*)&names[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  pthread_attr_destroy(&attributes);
  return 0;
}

// Fails only if a freed address is handed out again: a reader takes what is at the same address for the same thing
// (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* current;

static int* made(int version) {
  int* one = malloc(sizeof *one);
  *one = version;
  return one;
}

static void* change(void* unused) {
  pthread_mutex_lock(&lock);
  free(current);
  current = made(2);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  current = made(1);
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  pthread_mutex_lock(&lock);
  const int* seen = current;
  const int version = *current;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  if (current == seen) assert(*current == version);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  free(current);
}

// FREE: The data is used only when the trylock succeeded.
// WHY: A trylock that succeeds synchronizes with the last unlock.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data;
int missed[2];

static void* update(void* failures) {
  if (pthread_mutex_trylock(&lock) != 0) {
    ++*(int*)failures;
    return 0;
  }
  ++data;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, update, &missed[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

// Threads that a library's lock orders, and with the argument "forgets" one that does not take it.
#include <pthread.h>
#include <sched.h>
#include <string.h>

struct Lock {
  int state;
};
void library_lock(struct Lock* lock);
void library_unlock(struct Lock* lock);

struct Lock lock;
int counter;

static void* count(void* unused) {
  for (int i = 0; i < 2; ++i) {
    library_lock(&lock);
    ++counter;
    sched_yield();  // so that others find the lock taken
    ++counter;
    library_unlock(&lock);
  }
  return unused;
}

static void* forget(void* unused) {
  ++counter;
  return unused;
}

int main(int argc, char** argv) {
  const int forgets = argc > 1 && strcmp(argv[1], "forgets") == 0;
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, i == 2 && forgets ? forget : count, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return counter == (forgets ? 9 : 12) ? 0 : 1;
}

// RACE: The creator writes after it created the thread.
// WHY: Creation orders only what came before it.
#include <pthread.h>

int settings;
int seen;

static void* work(void* unused) {
  seen = settings;  // race: read
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  settings = 4;  // race: write
  pthread_join(thread, 0);
}

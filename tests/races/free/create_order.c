// FREE: The creator writes before it creates the thread.
// WHY: The call of pthread_create synchronizes with the start of the thread.
#include <pthread.h>

int settings;
int seen;

static void* work(void* unused) {
  seen = settings;
  return unused;
}

int main(void) {
  pthread_t thread;
  settings = 4;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}

// Ends with 3 if the thread was faster, in a function that ends the program.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int set;

static void* writer(void* unused) {
  set = 1;
  return unused;
}

static void leave(void) {
  exit(3);  // FAILS: exit_status
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  const int seen = set;
  pthread_join(thread, 0);
  if (seen) leave();
  return 0;
}

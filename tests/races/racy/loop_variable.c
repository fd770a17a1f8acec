// RACE: The address of the loop variable is handed to the threads.
// WHY: The creator goes on to the next value while the thread reads.
#include <pthread.h>

int seen[3];

static void* work(void* number) {
  int mine = *(int*)number;  // race: read
  if (mine == 0) seen[mine] = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; ++i) {  // race: write
    pthread_create(&threads[i], 0, work, &i);
  }
  for (int j = 0; j < 2; ++j) pthread_join(threads[j], 0);
}

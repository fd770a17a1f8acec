// FREE: All threads read a table that was filled before they were created.
// WHY: Reads do not conflict, and creation synchronizes with the start of the thread.
#include <pthread.h>

int table[4];
int sums[3];

static void* add(void* sum) {
  for (int i = 0; i < 4; ++i) *(int*)sum += table[i];
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 4; ++i) table[i] = i;
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, add, &sums[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}

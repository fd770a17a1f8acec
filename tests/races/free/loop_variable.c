// FREE: Each thread is handed a copy of the loop variable in a slot of its own.
// WHY: The slot is written before the creation and never again.
#include <pthread.h>

int slots[2];
int seen[2];

static void* work(void* number) {
  seen[*(int*)number] = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) {
    slots[i] = i;
    pthread_create(&threads[i], 0, work, &slots[i]);
  }
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

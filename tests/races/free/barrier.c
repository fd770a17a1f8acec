// FREE: Each thread writes its part, meets the others, reads all parts, meets them again and writes anew.
// WHY: What comes before a barrier in one thread happens before what comes after it in the others.
#include <pthread.h>

pthread_barrier_t barrier;
int parts[2];
int sums[2];

static void* work(void* number) {
  int mine = *(int*)number;
  for (int round = 0; round < 2; ++round) {
    parts[mine] = round;
    pthread_barrier_wait(&barrier);
    sums[mine] += parts[0] + parts[1];
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  pthread_barrier_destroy(&barrier);
}

// RACE: The second barrier of a round is missing: one thread writes anew while the other still reads.
// WHY: Nothing orders the read of round 0 and the write of round 1.
// TSAN: Its barrier has one clock for all rounds: who leaves one late learns what others did until the next.
#include <pthread.h>

pthread_barrier_t barrier;
int parts[2];
int sums[2];

static void* work(void* number) {
  int mine = *(int*)number;
  for (int round = 0; round < 2; ++round) {
    parts[mine] = round;  // race: write
    pthread_barrier_wait(&barrier);
    sums[mine] += parts[1 - mine];  // race: read
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}

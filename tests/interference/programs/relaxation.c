// Red-black relaxation of a row of numbers, each thread one color, with a barrier of their own making that lets a
// thread be one round ahead. That one finds the other two rounds ahead takes three interferences: the fast thread reads
// the slow one's count, the slow one the fast one's count and round.
//
// SIDES: 5 0 0 1
// FAILS: assertion with 3 interferences
#include <assert.h>
#include <pthread.h>

enum { kCells = 4, kRounds = 2 };
static int cells[kCells] = {0, 8, 0, 8};
static int arrived[2];
static int rounds[2];

static void relax(int color) {
  for (int i = color; i < kCells; i += 2) {
    const int left = i > 0 ? cells[i - 1] : 0;
    const int right = i + 1 < kCells ? cells[i + 1] : 0;
    if (left + right > 2 * cells[i]) cells[i] = (left + right) / 2;
  }
}

static void* thread(void* argument) {
  const int me = argument != 0;
  for (int round = 0; round < kRounds; ++round) {
    relax(me);
    arrived[me] = arrived[me] + 1;
    if (arrived[1 - me] < round) return 0;  // the other is late: gives up
    rounds[me] = round + 1;
    assert(rounds[1 - me] <= round + 1);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, thread, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return 0;
}
